import { readManifest } from '../../src/manifest/manifest';
import { deployment, QUIET_CONTAINER } from '../features/support';
import type { RuleCase, RuleCases } from './ruleCases';

type Json = Readonly<Record<string, unknown>>;

const port = (containerPort: number, protocol: string, more: Json = {}): Json => ({ containerPort, protocol, ...more });
const listening = (...ports: readonly Json[]): string => deployment({}, { containers: [{ ...QUIET_CONTAINER, ports }] });
const TCP = port(443, 'TCP');
const UDP = port(443, 'UDP');

/** What one version says after another. */
function changed(when: string, before: readonly Json[], after: readonly Json[], says?: RegExp): RuleCase {
  const around = { committed: readManifest(listening(...before)) };
  return { when, text: listening(...after), around, ...(says === undefined ? {} : { says }) };
}

export const PORT_LOST_CASES: RuleCases = {
  'port-lost': [
    changed('UDP is added for HTTP/3', [TCP], [TCP, UDP], /loses port 443\/TCP of container “web”: over the committed version /),
    changed('both are there, and another one comes', [TCP, UDP], [TCP, UDP, port(80, 'TCP')]),
    changed('nothing of the ports changes', [TCP, UDP], [TCP, UDP]),
    changed('each has a number of its own', [TCP], [TCP, port(80, 'UDP')]),
    changed('one goes away', [TCP, UDP], [TCP]),
    { when: 'nothing runs yet', text: listening(TCP, UDP) },
  ],
};
