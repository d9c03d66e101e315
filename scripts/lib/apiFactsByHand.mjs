/** Schemas of kinds that are not among Kubernetes' documents, as far as the engine reads them. */

/** @typedef {import('./apiFacts.mjs').Schema} Schema */

/** What the engine reads of discovery.k8s.io, scheduling.k8s.io and storage.k8s.io, which are not among the documents. */
/** @type {Record<string, Schema>} */
export const BY_HAND = {
  CSINode: { properties: { spec: { $ref: 'CSINodeSpec' } } },
  CSINodeDriver: {
    properties: { allocatable: { $ref: 'VolumeNodeResources' }, name: { type: 'string' }, nodeID: { type: 'string' } },
    required: ['name'],
  },
  CSINodeSpec: { properties: { drivers: { type: 'array', items: { $ref: 'CSINodeDriver' } } } },
  Endpoint: {
    properties: {
      addresses: { type: 'array', items: { type: 'string' } },
      conditions: { $ref: 'EndpointConditions' },
      hints: { $ref: 'EndpointHints' },
      hostname: { type: 'string' },
      nodeName: { type: 'string' },
      targetRef: { $ref: 'io.k8s.api.core.v1.ObjectReference' },
      zone: { type: 'string' },
    },
    required: ['addresses'],
  },
  EndpointConditions: {
    properties: { ready: { type: 'boolean' }, serving: { type: 'boolean' }, terminating: { type: 'boolean' } },
  },
  EndpointHints: {
    properties: {
      forNodes: { type: 'array', items: { $ref: 'ForNode' } },
      forZones: { type: 'array', items: { $ref: 'ForZone' } },
    },
  },
  EndpointPort: {
    properties: {
      appProtocol: { type: 'string' },
      name: { type: 'string' },
      port: { type: 'integer' },
      protocol: { type: 'string' },
    },
  },
  EndpointSlice: {
    properties: {
      addressType: { type: 'string' },
      endpoints: { type: 'array', items: { $ref: 'Endpoint' } },
      ports: { type: 'array', items: { $ref: 'EndpointPort' } },
    },
    required: ['addressType', 'endpoints'],
  },
  ForNode: { properties: { name: { type: 'string' } }, required: ['name'] },
  ForZone: { properties: { name: { type: 'string' } }, required: ['name'] },
  PriorityClass: {
    properties: {
      globalDefault: { type: 'boolean' },
      preemptionPolicy: { type: 'string' },
      value: { type: 'integer' },
    },
    required: ['value'],
  },
  StorageClass: {
    properties: {
      allowedTopologies: { type: 'array', items: { $ref: 'TopologySelectorTerm' } },
      provisioner: { type: 'string' },
      volumeBindingMode: { type: 'string' },
    },
  },
  TopologySelectorLabelRequirement: {
    properties: { key: { type: 'string' }, values: { type: 'array', items: { type: 'string' } } },
    required: ['key'],
  },
  TopologySelectorTerm: {
    properties: { matchLabelExpressions: { type: 'array', items: { $ref: 'TopologySelectorLabelRequirement' } } },
  },
  VolumeNodeResources: { properties: { count: { type: 'integer' } } },
};
