public import RheaTime
public import TaskKit

extension Bridge {
  /// Connects a source to a target with a wire.
  ///
  /// ```swift
  /// let wire = Bridge.connect(.event(.userDidLogin), to: .task("RefreshFeed"))
  /// ```
  ///
  /// If an end cannot be connected, the wire carries no values. The error goes to ``errorHandler``
  /// and is also the ``Wire/latestError``.
  ///
  /// - Parameters:
  ///   - source: The source of the wire.
  ///   - target: The target of the wire. If it takes values of a type, the type must match the
  ///     source.
  ///   - isIncluded: Returns whether to carry a value. By default, all values are carried.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  /// - Returns: The wire. It need not be kept.
  @inlinable
  @discardableResult
  public static func connect<Value>(
    _ source: WireSource<Value>, to target: WireTarget<Value>,
    where isIncluded: (@Sendable (Value) -> Bool)? = nil, fileID: String = #fileID,
    line: Int = #line
  ) -> Wire {
    BridgeCenter.current.connect(
      source, to: target, where: isIncluded,
      WirePlan(location: CodeLocation(fileID: fileID, line: line)))
  }

  /// Connects a source to a target that takes values of another type.
  ///
  /// ```swift
  /// Bridge.connect(.relay(.cartItems), to: .event(.cartCountDidChange), map: { $0.count })
  /// ```
  ///
  /// - Parameters:
  ///   - source: The source of the wire.
  ///   - target: The target of the wire.
  ///   - isIncluded: Returns whether to carry a value, before it is mapped. By default, all values
  ///     are carried.
  ///   - map: Converts a value for the target. If it throws, the error is reported and the value is
  ///     not carried.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  /// - Returns: The wire. It need not be kept.
  @inlinable
  @discardableResult
  public static func connect<Value, Mapped>(
    _ source: WireSource<Value>, to target: WireTarget<Mapped>,
    where isIncluded: (@Sendable (Value) -> Bool)? = nil,
    map: @escaping @Sendable (Value) throws -> Mapped, fileID: String = #fileID,
    line: Int = #line
  ) -> Wire {
    BridgeCenter.current.connect(
      source, to: target, where: isIncluded, map: map,
      WirePlan(location: CodeLocation(fileID: fileID, line: line)))
  }

  /// Joins an event of RheaTime and one of TaskKit, so that each occurrence of one triggers the
  /// other once.
  ///
  /// The moments of the launch occur in both products by themselves, and cannot be joined.
  ///
  /// - Parameters:
  ///   - event: An event of RheaTime.
  ///   - taskEvent: An event of TaskKit.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  /// - Returns: The wire to TaskKit, and the wire back.
  @discardableResult
  public static func join(
    _ event: RheaEvent, with taskEvent: TaskEvent, fileID: String = #fileID,
    line: Int = #line
  ) -> (there: Wire, back: Wire) {
    BridgeCenter.current.join(
      event, with: taskEvent, WirePlan(location: CodeLocation(fileID: fileID, line: line)))
  }
}

extension BridgeCenter {
  /// Joins two events.
  func join(
    _ event: RheaEvent, with taskEvent: TaskEvent, _ plan: WirePlan
  ) -> (there: Wire, back: Wire) {
    var plan = plan
    plan.joint = WireJoint()
    return (
      connect(.event(event), to: .taskEvent(taskEvent), where: nil, plan),
      connect(.taskEvent(taskEvent), to: .event(event), where: nil, plan)
    )
  }
}
