public import RheaTime
public import TaskKit

extension Bridge {
  /// Connects something that happens to something that is done.
  ///
  /// ```swift
  /// let wire = Bridge.connect(.event(.userDidLogin), to: .task("RefreshFeed"))
  /// ```
  ///
  /// If one of the ends cannot be connected, the wire carries nothing: ``errorHandler`` is
  /// called with the error, which is the ``Wire/latestError``, too.
  ///
  /// - Parameters:
  ///   - source: Where the wire begins.
  ///   - target: Where it leads; what takes values of a type must fit the source.
  ///   - isIncluded: Which values go through; all if it is left out.
  ///   - fileID: Where it is connected; leave it out.
  ///   - line: Where it is connected; leave it out.
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

  /// Connects something that happens to something that is done with a value of another
  /// type.
  ///
  /// ```swift
  /// Bridge.connect(.relay(.cartItems), to: .event(.cartCountDidChange), map: { $0.count })
  /// ```
  ///
  /// - Parameters:
  ///   - source: Where the wire begins.
  ///   - target: Where it leads.
  ///   - isIncluded: Which values go through, before they are mapped; all if it is left
  ///     out.
  ///   - map: Makes the value that the target takes. What it throws is reported, and
  ///     nothing is carried.
  ///   - fileID: Where it is connected; leave it out.
  ///   - line: Where it is connected; leave it out.
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

  /// Joins an event of RheaTime and one of TaskKit: whichever happens, the other does too,
  /// once.
  ///
  /// The moments of the launch come to both by themselves, and cannot be joined.
  ///
  /// - Parameters:
  ///   - event: An event of RheaTime.
  ///   - taskEvent: An event of TaskKit.
  ///   - fileID: Where they are joined; leave it out.
  ///   - line: Where they are joined; leave it out.
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
