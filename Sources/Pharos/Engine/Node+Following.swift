import Synchronization

extension Node {
  /// Raises this node above another that is to feed it, if it is not there already,
  /// and what depends on it above it.
  ///
  /// - Complexity: O(*n*) in the number of nodes that rise.
  /// - Returns: Whether it may; not if the other depends on this one.
  @usableFromInline
  func follow(_ source: Node) -> Bool {
    guard !isAbove(source.level) else { return true }
    var rising = [(node: self, base: source.level)]
    while let (node, base) = rising.popLast() {
      if node === source { return false }
      let level = node.isComputed ? base + 1 : base
      guard node.height.max(level, ordering: .relaxed).oldValue < level else { continue }
      rising += node.dependents.compactMap { $0.node.target }.map { ($0, level) }
    }
    return true
  }

  /// Whether this has its turn after everything of a level.
  private func isAbove(_ base: Int) -> Bool { isComputed ? level > base : level >= base }
}
