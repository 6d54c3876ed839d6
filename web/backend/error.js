// What can go wrong when the solver is asked, in one shape for both ways of reaching it.

export class ApiError extends Error {
  /** `body` is what the solver answered: {"error": {code, message, message_ja, line, column}}. */
  constructor(status, body) {
    const error = body?.error ?? {};
    super(error.message ?? `HTTP ${status}`);
    this.status = status;
    this.code = error.code ?? "other";
    this.line = error.line ?? null;
    this.column = error.column ?? null;
    /** What the solver says is wrong, by language; null if it said nothing. */
    this.words = error.message_ja ? { en: error.message, ja: error.message_ja } : null;
  }
}

/** The solver did not answer at all. */
export const unreachable = () => new ApiError(0, { error: { code: "offline", message: "no answer" } });
