/// The strongly connected components of a graph, by Tarjan's algorithm without recursion.
package struct ConnectedComponents {
  /// The targets of each node.
  let targets: [[Int]]
  /// The order in which each node was visited, counted from 1, or 0 before the visit.
  private var number: [Int]
  /// The earliest node that each node is known to reach.
  private var low: [Int]
  private var isOpen: [Bool]
  /// The next target of each node.
  private var cursor: [Int]
  private var open: [Int] = []
  private var lastNumber = 0
  private var found: [[Int]] = []

  /// Creates the search for edges, given as the targets of each node.
  package init(targets: [[Int]]) {
    self.targets = targets
    number = Array(repeating: 0, count: targets.count)
    low = number
    cursor = number
    isOpen = Array(repeating: false, count: targets.count)
  }

  /// Returns the components with cycles.
  ///
  /// Components are sorted by their first nodes, and nodes in their order.
  ///
  /// - Complexity: Linear in nodes and edges.
  package mutating func cyclic() -> [[Int]] {
    for node in targets.indices where number[node] == 0 { walk(from: node) }
    return found.sorted { $0[0] < $1[0] }
  }

  private mutating func walk(from start: Int) {
    var path: [Int] = []
    enter(start, &path)
    while let node = path.last {
      if cursor[node] < targets[node].count {
        let next = targets[node][cursor[node]]
        cursor[node] += 1
        if number[next] == 0 {
          enter(next, &path)
        } else if isOpen[next] {
          low[node] = min(low[node], number[next])
        }
      } else {
        path.removeLast()
        if let parent = path.last { low[parent] = min(low[parent], low[node]) }
        if low[node] == number[node] { close(node) }
      }
    }
  }

  private mutating func enter(_ node: Int, _ path: inout [Int]) {
    lastNumber += 1
    number[node] = lastNumber
    low[node] = lastNumber
    isOpen[node] = true
    path.append(node)
    open.append(node)
  }

  private mutating func close(_ root: Int) {
    var members: [Int] = []
    while let member = open.popLast() {
      isOpen[member] = false
      members.append(member)
      if member == root { break }
    }
    if members.count > 1 || targets[root].contains(root) { found.append(members.sorted()) }
  }
}

extension ConnectedComponents {
  /// Returns a shortest cycle through a node.
  ///
  /// - Parameters:
  ///   - start: A node of a component with cycles.
  ///   - members: The component.
  /// - Returns: The nodes of the cycle, ending with the start.
  /// - Complexity: Linear in the nodes and edges of the component.
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
