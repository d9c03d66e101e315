import type { Service } from '../../../model/apiTypes';
import { namespaceOf } from '../../../model/meta';
import { selects } from '../../controllers/endpointslice/podServices';
import type { Scenario } from './scenario';

/** The Services that send requests to the pods of the scenario's workload, old or new. */
export function servicesOfScenario({ cluster, workload: { before, after } }: Scenario): readonly Service[] {
  const sends = (service: Service): boolean =>
    namespaceOf(service) === namespaceOf(after) &&
    [before, after].some((workload) => workload !== undefined && selects(service, workload.spec.template.metadata?.labels));
  return (cluster.services ?? []).filter(sends);
}

/** The one whose requests are followed; undefined: nobody asks for them, or none sends any. */
export function trafficService(scenario: Scenario): Service | undefined {
  const { traffic } = scenario;
  if (traffic === undefined) return undefined;
  const services = servicesOfScenario(scenario);
  return traffic.service === undefined ? services[0] : services.find(({ metadata }) => metadata.name === traffic.service);
}
