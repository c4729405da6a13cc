/** An outlook in words. The time is separate, because each user interface writes times in its own way. */
export interface OutlookWords {
  readonly before: string;
  readonly at: number | null;
  readonly after: string;
}
