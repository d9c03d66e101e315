/** Upstream: staging/src/k8s.io/apimachinery/pkg/util/errors/errors.go (v1.36.4). */
/** Several errors as Kubernetes joins them: one as it is, more in brackets, the same text only once. */
export function aggregateMessage(messages: readonly string[]): string {
  const unique = [...new Set(messages)];
  return unique.length === 1 ? (unique[0] ?? '') : `[${unique.join(', ')}]`;
}
