/** Which project a dashboard shows, of those that are open in the window. */
export interface ShownProject {
  /** The name of its folder; all of its path where another one is called the same. */
  readonly name: string;
  /** How many other folders that are open have a project of their own. */
  readonly others: number;
}
