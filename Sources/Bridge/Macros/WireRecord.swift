public import RheaTime
import SectionRegistry
public import TaskKit
public import TaskStore

/// The contents of a record of kind `wire`.
///
/// - Warning: The macros of Bridge write this into records. Do not use it directly.
public struct __DeclaredWire: Sendable {
  /// Connects the wire in a center.
  let connect: @Sendable (BridgeCenter, CodeLocation) -> Void
}

extension Bridge {
  /// The functions that provide the contents of records of kind `wire`.
  ///
  /// - Warning: Code of Bridge's macros calls these functions. Do not call them directly.
  public enum __WireRecord {
    // Inlinable, so that a wire is compiled for the type of its values.

    // MARK: Where a wire may begin

    @inlinable
    public static func source(_ event: RheaEvent) -> WireSource<RheaContext> { .event(event) }

    @inlinable
    @_disfavoredOverload
    public static func source<Value>(_ event: TypedRheaEvent<Value>) -> WireSource<Value> {
      .event(event)
    }

    @inlinable
    @_disfavoredOverload
    public static func source<Value>(_ source: WireSource<Value>) -> WireSource<Value> { source }

    // MARK: Wires

    @inlinable
    public static func wire<Value>(
      _ out: UnsafeMutableRawPointer, _ type: UnsafeRawPointer, _ source: WireSource<Value>,
      _ target: WireTarget<Value>, where isIncluded: (@Sendable (Value) -> Bool)? = nil
    ) -> Bool {
      unsafe provide(out, type) { center, plan in
        _ = center.connect(source, to: target, where: isIncluded, plan)
      }
    }

    @inlinable
    public static func wire<Value, Mapped>(
      _ out: UnsafeMutableRawPointer, _ type: UnsafeRawPointer, _ source: WireSource<Value>,
      _ target: WireTarget<Mapped>, where isIncluded: (@Sendable (Value) -> Bool)? = nil,
      map: @escaping @Sendable (Value) throws -> Mapped
    ) -> Bool {
      unsafe provide(out, type) { center, plan in
        _ = center.connect(source, to: target, where: isIncluded, map: map, plan)
      }
    }

    /// Provides the job of a durable wire, with the value of its event as the payload.
    public static func job<Value: Codable & Sendable>(
      _ out: UnsafeMutableRawPointer, _ type: UnsafeRawPointer, queue: String,
      event: TypedRheaEvent<Value>, traits: [JobTrait<Value>] = [],
      run: @escaping @Sendable (Value, JobContext) async throws -> Void
    ) -> Bool {
      unsafe __JobRecord.job(out, type, queue: queue, traits: traits, run: run)
    }

    public static func join(
      _ out: UnsafeMutableRawPointer, _ type: UnsafeRawPointer, _ event: RheaEvent,
      _ taskEvent: TaskEvent
    ) -> Bool {
      unsafe provide(out, type) { center, plan in
        _ = center.join(event, with: taskEvent, plan)
      }
    }

    @usableFromInline
    static func provide(
      _ out: UnsafeMutableRawPointer, _ type: UnsafeRawPointer,
      _ connect: @escaping @Sendable (BridgeCenter, WirePlan) -> Void
    ) -> Bool {
      unsafe SectionRegistry.__provide(out, type) {
        __DeclaredWire { center, location in
          connect(center, WirePlan(location: location, isDeclared: true))
        }
      }
    }
  }
}
