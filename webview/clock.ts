const TICK_MS = 1_000;

/** The host's time, which moves on once a second and whenever the host says what it is. */
export class Clock {
  private readonly listeners = new Set<() => void>();
  private timer: ReturnType<typeof setInterval> | undefined;
  /** The host's time at 0 of our own. */
  private origin = 0;
  private current = 0;
  private isHeld = false;

  /** @param monotonic milliseconds that only grow */
  constructor(private readonly monotonic: () => number) {}

  /** The host's time at the last tick, in milliseconds since 1970 UTC. */
  readonly now = (): number => this.current;

  /** Takes over the host's time. Does not call the listeners: what came with it is drawn anew anyway. */
  set(hostTime: number, receivedAt: number): void {
    this.isHeld = false;
    this.origin = hostTime - receivedAt;
    this.current = this.origin + this.monotonic();
  }

  /** Stands still at a time from now on, in milliseconds since 1970 UTC. Does not call the listeners either. */
  hold(time: number): void {
    this.isHeld = true;
    this.current = time;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    this.timer ??= setInterval(() => this.tick(), TICK_MS);
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size > 0) return;
      clearInterval(this.timer);
      this.timer = undefined;
    };
  };

  private tick(): void {
    if (this.isHeld) return;
    this.current = this.origin + this.monotonic();
    for (const listener of this.listeners) listener();
  }
}
