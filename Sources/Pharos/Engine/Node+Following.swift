import Synchronization

extension Node {
  /// Raises this node above another that is to feed it, if it is not there already,
  /// and what depends on it above it.
  ///
  /// - Complexity: O(*n*) in the number of nodes that rise.
  /// - Precondition: The other does not depend on this one.
  @usableFromInline
  func follow(_ source: Node) {
    guard !isAbove(source.level) else { return }
    var rising = [(node: self, base: source.level)]
    while let (node, base) = rising.popLast() {
      precondition(
        node !== source,
        """
        \(origin?.description ?? "A relay"): flatMapLatest was given a relay that is made from its \
        own result, at \(source.origin?.description ?? "a place unknown"), and the value of neither \
        could be found. Give it one that is not.
        """)
      let level = node.isComputed ? base + 1 : base
      guard node.height.max(level, ordering: .relaxed).oldValue < level else { continue }
      rising += node.dependents.compactMap { $0.node.target }.map { ($0, level) }
    }
  }

  /// Whether this has its turn after everything of a level.
  private func isAbove(_ base: Int) -> Bool { isComputed ? level > base : level >= base }
}
