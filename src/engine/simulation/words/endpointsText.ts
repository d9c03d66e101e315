import { counted } from '../../../model/words';
import type { ServiceEndpoints } from '../endpointsWatch';

/** The endpoints of each Service over time, as a table for a terminal. */
export function endpointsText(services: readonly ServiceEndpoints[]): string {
  if (services.length === 0) return 'No Service of these files selects pods: there are no endpoints to tell of.\n';
  return services
    .map(({ service, rows }) => {
      const worst = Math.min(...rows.map(({ ready }) => ready));
      const lines = rows.map(
        ({ t, ready, serving, terminating }) =>
          `${t.toFixed(2).padStart(8)}  ${String(ready).padStart(5)}  ${String(serving).padStart(7)}  ${String(terminating).padStart(11)}`,
      );
      const least = `At the least ${counted(worst, 'endpoint')} ${worst === 1 ? 'is' : 'are'} ready for new connections.`;
      return [`Service ${service}`, ' seconds  ready  serving  terminating', ...lines, least, ''].join('\n');
    })
    .join('\n');
}
