// @ts-check

/** Steps to run once when the program ends, the last added first. */
export class Cleanup {
  /** @type {(() => Promise<void>)[]} */
  #steps = [];
  /** @type {Promise<void> | undefined} */
  #ending;

  /** @param {() => Promise<void>} step */
  add(step) {
    this.#steps.push(step);
  }

  get isEnding() {
    return this.#ending !== undefined;
  }

  /** Runs all steps, also after one that fails. @returns {Promise<void>} */
  end() {
    this.#ending ??= this.#endAll();
    return this.#ending;
  }

  async #endAll() {
    for (const step of this.#steps.reverse()) await step().catch((error) => console.error(error));
  }

  /**
   * From now on, a termination signal runs all steps before the process exits. A second signal exits at once: kill-on-exit.mjs then ends the
   * remaining programs.
   * @param {() => void} onSignal
   */
  takeOverSignals(onSignal) {
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
      // The previous handlers kill installers, which have ended.
      process.removeAllListeners(signal);
      process.on(signal, () => {
        if (this.isEnding) process.exit(130);
        onSignal();
        void this.end().then(() => process.exit(0));
      });
    }
  }
}
