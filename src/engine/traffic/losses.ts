/** Ours: why requests fail, and from when on that counts. */
export const LOSS_CAUSES = ['noEndpoint', 'stopped', 'notYet', 'cut', 'overload'] as const;
/**
 * `noEndpoint`: there is nobody to send it to. `stopped`: the pod takes nothing any more, and the sender does not know.
 * `notYet`: the pod counts as ready and does not answer. `cut`: the process ends before the answer. `overload`: what is left
 * of the pods cannot take as many.
 */
export type LossCause = (typeof LOSS_CAUSES)[number];
export type Losses = Readonly<Record<LossCause, number>>;

export const noLosses = (): Record<LossCause, number> => ({ noEndpoint: 0, stopped: 0, notYet: 0, cut: 0, overload: 0 });

/** Fewer than that of all are none: the model is not that fine. */
export const NONE = 1e-6;

/** Share of the requests that fail; 0: none, as far as the model can tell. */
export function lostShare({ failed, requests }: { readonly failed: number; readonly requests: number }): number {
  return failed > requests * NONE && failed >= 0.05 ? failed / requests : 0;
}
