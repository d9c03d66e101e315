import { AUTOSCALER_CASES } from './autoscalerCases';
import { BUDGET_CASES } from './budgetCases';
import { CONFIG_CASES } from './configCases';
import { MEMORY_CASES } from './memoryCases';
import { OTHER_PODS_CASES } from './otherPodsCases';
import { PLACEMENT_CASES } from './placementCases';
import { PORT_LOST_CASES } from './portLostCases';
import { PROBE_CASES } from './probeCases';
import { REFUSED_CASES } from './refusedCases';
import { ROOT_CASES } from './rootCases';
import { RISK_CASES } from './riskCases';
import { SELECTION_CASES } from './selectionCases';
import { SERVER_CASES } from './serverCases';
import { SHUTDOWN_CASES } from './shutdownCases';
import { STALL_CASES } from './stallCases';
import { TAKES_OTHERS_CASES } from './takesOthersCases';
import { VOLUME_CASES } from './volumeCases';
import { WEBHOOK_CASES } from './webhookCases';

export const RULE_CASES = {
  ...STALL_CASES,
  ...RISK_CASES,
  ...MEMORY_CASES,
  ...PORT_LOST_CASES,
  ...AUTOSCALER_CASES,
  ...PROBE_CASES,
  ...SELECTION_CASES,
  ...TAKES_OTHERS_CASES,
  ...SERVER_CASES,
  ...PLACEMENT_CASES,
  ...REFUSED_CASES,
  ...WEBHOOK_CASES,
  ...ROOT_CASES,
  ...SHUTDOWN_CASES,
  ...VOLUME_CASES,
  ...CONFIG_CASES,
  ...BUDGET_CASES,
  ...OTHER_PODS_CASES,
};
