/** Upstream: pkg/apis/core/validation/validation.go (v1.36.4). */
import type {
  ExecAction,
  GRPCAction,
  HTTPGetAction,
  Lifecycle,
  LifecycleHandler,
  Probe,
  SleepAction,
  TCPSocketAction,
} from '../../../../model/apiTypes';
import type { Unchecked } from '../../schema/unchecked';
import type { ErrorList, Path } from '../common/field';
import { isHTTPHeaderName, isValidPortName, isValidPortNum } from '../common/names';
import { validateNonnegative } from '../common/numbers';

interface Handlers {
  readonly exec?: Unchecked<ExecAction> | undefined;
  readonly httpGet?: Unchecked<HTTPGetAction> | undefined;
  readonly tcpSocket?: Unchecked<TCPSocketAction> | undefined;
  readonly grpc?: Unchecked<GRPCAction> | undefined;
  readonly sleep?: Unchecked<SleepAction> | undefined;
}

const MORE_THAN_ONE = 'may not specify more than 1 handler type';

function validatePortNumOrName(port: number | string, path: Path, errors: ErrorList): void {
  errors.invalidEach(path, port, typeof port === 'number' ? isValidPortNum(port) : isValidPortName(port));
}

function validateHTTPGetAction(action: Unchecked<HTTPGetAction>, path: Path, errors: ErrorList): void {
  const { path: target = '', port = 0, scheme = '', httpHeaders = [] } = action;
  if (target === '') errors.required(path.child('path'));
  validatePortNumOrName(port, path.child('port'), errors);
  if (scheme !== 'HTTP' && scheme !== 'HTTPS') errors.notSupported(path.child('scheme'), scheme, ['HTTP', 'HTTPS']);
  for (const { name = '' } of httpHeaders) errors.invalidEach(path.child('httpHeaders'), name, isHTTPHeaderName(name));
}

function validateSleepAction(action: Unchecked<SleepAction>, grace: number | undefined, path: Path, errors: ErrorList): void {
  const { seconds = 0 } = action;
  if (grace === undefined || (seconds >= 0 && seconds <= grace)) return;
  errors.invalid(path, seconds, `must be non-negative and less than terminationGracePeriodSeconds (${grace})`);
}

/** Exactly one way to do it; every further one is forbidden, and not looked at. */
function validateHandler(handlers: Handlers, grace: number | undefined, path: Path, errors: ErrorList): void {
  const { exec, httpGet, tcpSocket, grpc, sleep } = handlers;
  const checks: readonly [string, (() => void) | undefined][] = [
    [
      'exec',
      exec &&
        (() => {
          if ((exec.command ?? []).length === 0) errors.required(path.child('exec').child('command'));
        }),
    ],
    [
      'httpGet',
      httpGet &&
        (() => {
          validateHTTPGetAction(httpGet, path.child('httpGet'), errors);
        }),
    ],
    [
      'tcpSocket',
      tcpSocket &&
        (() => {
          validatePortNumOrName(tcpSocket.port ?? 0, path.child('tcpSocket').child('port'), errors);
        }),
    ],
    [
      'grpc',
      grpc &&
        (() => {
          validatePortNumOrName(grpc.port ?? 0, path.child('grpc').child('port'), errors);
        }),
    ],
    [
      'sleep',
      sleep &&
        (() => {
          validateSleepAction(sleep, grace, path.child('sleep'), errors);
        }),
    ],
  ];
  let found = false;
  for (const [name, check] of checks) {
    if (check === undefined) continue;
    if (found) errors.forbidden(path.child(name), MORE_THAN_ONE);
    else check();
    found = true;
  }
  if (!found) errors.required(path, 'must specify a handler type');
}

function validateProbe(probe: Unchecked<Probe>, grace: number | undefined, path: Path, errors: ErrorList): void {
  const { exec, httpGet, tcpSocket, grpc, terminationGracePeriodSeconds } = probe;
  validateHandler({ exec, httpGet, tcpSocket, grpc }, grace, path, errors);
  validateNonnegative(probe.initialDelaySeconds, path.child('initialDelaySeconds'), errors);
  validateNonnegative(probe.timeoutSeconds, path.child('timeoutSeconds'), errors);
  validateNonnegative(probe.periodSeconds, path.child('periodSeconds'), errors);
  validateNonnegative(probe.successThreshold, path.child('successThreshold'), errors);
  validateNonnegative(probe.failureThreshold, path.child('failureThreshold'), errors);
  if (terminationGracePeriodSeconds !== undefined && terminationGracePeriodSeconds <= 0) {
    errors.invalid(path.child('terminationGracePeriodSeconds'), terminationGracePeriodSeconds, 'must be greater than 0');
  }
}

/** Liveness and startup probes: one success is enough by definition. */
export function validateLivenessProbe(
  probe: Unchecked<Probe> | undefined,
  grace: number | undefined,
  path: Path,
  errors: ErrorList,
): void {
  if (probe === undefined) return;
  validateProbe(probe, grace, path, errors);
  const { successThreshold = 0 } = probe;
  if (successThreshold !== 1) errors.invalid(path.child('successThreshold'), successThreshold, 'must be 1');
}

export function validateReadinessProbe(
  probe: Unchecked<Probe> | undefined,
  grace: number | undefined,
  path: Path,
  errors: ErrorList,
): void {
  if (probe === undefined) return;
  validateProbe(probe, grace, path, errors);
  const seconds = probe.terminationGracePeriodSeconds;
  if (seconds === undefined) return;
  errors.invalid(path.child('terminationGracePeriodSeconds'), seconds, 'must not be set for readinessProbes');
}

export function validateLifecycle(
  lifecycle: Unchecked<Lifecycle> | undefined,
  grace: number | undefined,
  path: Path,
  errors: ErrorList,
): void {
  if (lifecycle === undefined) return;
  validateLifecycleHandler(lifecycle.postStart, grace, path.child('postStart'), errors);
  validateLifecycleHandler(lifecycle.preStop, grace, path.child('preStop'), errors);
}

function validateLifecycleHandler(
  handler: Unchecked<LifecycleHandler> | undefined,
  grace: number | undefined,
  path: Path,
  errors: ErrorList,
): void {
  if (handler === undefined) return;
  const { exec, httpGet, tcpSocket, sleep } = handler;
  validateHandler({ exec, httpGet, tcpSocket, sleep }, grace, path, errors);
}
