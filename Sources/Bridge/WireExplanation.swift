import ModuleGraph

/// An explanation of whether a wire carries values, and why not.
///
/// ```swift
/// for wire in Bridge.wires { print(Bridge.explain(wire)) }
/// ```
///
/// Its description is a report for people. Its properties contain the same information as values.
public struct WireExplanation: Sendable {
  /// The wire.
  public let wire: Wire

  /// A Boolean value that indicates whether the wire carries values.
  public let isConnected: Bool

  /// The number of values that the wire has carried.
  public let deliveryCount: Int

  /// The latest error, or `nil` if no error has occurred.
  public let latestError: BridgeError?

  /// The problems of the wire, such as an unknown end, a second wire with the same ends, or a
  /// cycle.
  public let problems: [ModuleProblem]
}

extension WireExplanation: CustomStringConvertible {
  public var description: String {
    var lines = ["wire '\(wire.name)' (\(wire.location))"]
    let source = wire.isDeclared ? "declared" : "connected at run time"
    lines.append("  \(source), \(isConnected ? "is connected" : "is not connected")")
    if wire.isFiltered { lines.append("  carries only values that satisfy its 'where:'") }
    if wire.isMapped { lines.append("  converts values with its 'map:'") }
    lines.append("  values carried: \(deliveryCount)")
    if let latestError { lines.append("  latest error: \(latestError.message)") }
    if !problems.isEmpty { lines.append("  problems:") }
    lines += problems.map { "    \($0)" }
    return lines.joined(separator: "\n")
  }
}

extension Bridge {
  /// Explains whether a wire carries values, and why not.
  ///
  /// - Complexity: The same as ``graph``.
  /// - Concurrency: May be used from any thread.
  public static func explain(_ wire: Wire) -> WireExplanation {
    WireExplanation(
      wire: wire, isConnected: wire.isConnected, deliveryCount: wire.deliveryCount,
      latestError: wire.latestError,
      problems: problems.filter { $0.locations.map(\.withoutColumn).contains(wire.location) })
  }
}
