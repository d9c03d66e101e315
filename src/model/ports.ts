/** Whether a port is one by name that none of the names is. A number in quotes is no name. */
export function isMissingPort(port: unknown, names: readonly unknown[]): port is string {
  return typeof port === 'string' && /[a-z]/i.test(port) && !names.includes(port);
}

interface Listener {
  readonly ports?: readonly { readonly name?: string | undefined; readonly containerPort: number }[] | undefined;
}

/** The container that a Service sends to, by number or name: the one that declares the port; else the first. */
export function servingContainer<C extends Listener>(containers: readonly C[], targets: readonly unknown[]): C | undefined {
  const has = ({ ports = [] }: C): boolean =>
    ports.some(({ name = '', containerPort }) =>
      targets.some((target) => target === containerPort || (name !== '' && target === name)),
    );
  return containers.find(has) ?? containers[0];
}

/** The containers that requests may come to: those that declare a port; where none does, the first. */
export function listeningContainers<C extends Listener>(containers: readonly C[]): readonly C[] {
  const listening = containers.filter(({ ports = [] }) => ports.length > 0);
  return listening.length > 0 ? listening : containers.slice(0, 1);
}
