// @ts-check

/** What is to be ended at the end, the last first, once. */
export class Endings {
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

  /** Ends everything; a step that fails does not keep the others from it. @returns {Promise<void>} */
  end() {
    this.#ending ??= this.#endAll();
    return this.#ending;
  }

  async #endAll() {
    for (const step of this.#steps.reverse()) await step().catch((error) => console.error(error));
  }

  /**
   * From here on a signal to end waits until everything has ended. A second one does not wait: what is left ends by itself, because
   * everything is on a leash.
   * @param {() => void} onSignal
   */
  takeOverSignals(onSignal) {
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
      // Those from before end the installers, which have ended.
      process.removeAllListeners(signal);
      process.on(signal, () => {
        if (this.isEnding) process.exit(130);
        onSignal();
        void this.end().then(() => process.exit(0));
      });
    }
  }
}
