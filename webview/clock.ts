const TICK_MS = 1_000;

/** Clock with the host's time. It ticks once a second, and is set whenever the host sends its time. */
export class Clock {
  private readonly listeners = new Set<() => void>();
  private timer: ReturnType<typeof setInterval> | undefined;
  /** The host's time when `monotonic` was 0. */
  private origin = 0;
  private current = 0;
  private isHeld = false;

  /** @param monotonic returns a monotonic time in milliseconds */
  constructor(private readonly monotonic: () => number) {}

  /** Returns the host's time at the last tick, in milliseconds since 1970 UTC. */
  readonly now = (): number => this.current;

  /** Sets the host's time. Does not notify listeners: the state that came with it is rendered anyway. */
  set(hostTime: number, receivedAt: number): void {
    this.isHeld = false;
    this.origin = hostTime - receivedAt;
    this.current = this.origin + this.monotonic();
  }

  /** Stops the clock at a time, in milliseconds since 1970 UTC. Does not notify listeners either. */
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
