/**
 * Ours: what the recorder needs of the engine. In the simulator's page its script is added to the worker's where somebody looks
 * inside, and takes these from there (`scripts/lib/insideBundles.mjs`): so there is one engine.
 */
import { KINDS } from '../../api/kinds';
import { LoopWorkQueue } from '../../client/workQueue';
import { PodWorkers } from '../../cluster/kubelet/podWorkers';
import { podKey } from '../../cluster/scheduler/podInfo';
import { SchedulingQueue } from '../../cluster/scheduler/schedulingQueue';
import { errorText } from '../../controllers/aggregateError';
import { deploymentComplete } from '../../controllers/deployment/deploymentUtil/conditions';
import { getRollbackTo } from '../../controllers/deployment/rollback';
import { ControllerExpectations } from '../../controllers/expectations';
import { PodControl } from '../../controllers/podControl';
import { Rollout } from '../rollout';
import { originOf } from '../setUp';

export const ENGINE_PARTS = {
  KINDS,
  LoopWorkQueue,
  PodWorkers,
  podKey,
  SchedulingQueue,
  errorText,
  deploymentComplete,
  getRollbackTo,
  ControllerExpectations,
  PodControl,
  Rollout,
  originOf,
};
