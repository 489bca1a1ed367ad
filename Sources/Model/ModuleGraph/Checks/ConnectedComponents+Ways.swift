extension ConnectedComponents {
  /// A shortest way from a node back to itself.
  ///
  /// - Parameters:
  ///   - start: A node of a set in which one can go around.
  ///   - members: The set.
  /// - Returns: The nodes of the way, the one that it began at last.
  /// - Complexity: Linear in the nodes and edges of the set.
  package func shortestWay(around start: Int, within members: Set<Int>) -> [Int] {
    var cameFrom: [Int: Int] = [:]
    var queue = [start]
    var head = 0
    while head < queue.count, cameFrom[start] == nil {
      let node = queue[head]
      head += 1
      for next in targets[node] where members.contains(next) && cameFrom[next] == nil {
        cameFrom[next] = node
        queue.append(next)
      }
    }
    var way = [start]
    while let previous = cameFrom[way[way.count - 1]], previous != start { way.append(previous) }
    return way.reversed()
  }
}
