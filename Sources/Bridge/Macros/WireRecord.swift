public import RheaTime
import SectionRegistry
public import TaskKit

/// The value that a record of kind `wire` hands out.
///
/// - Warning: The macros of Bridge write this into records. Do not use it directly.
public struct __DeclaredWire: Sendable {
  /// Connects the wire in a world.
  let connect: @Sendable (BridgeCenter, CodeLocation) -> Void
}

extension Bridge {
  /// Answers the accessors of records of kind `wire`.
  ///
  /// - Warning: The macros of Bridge write calls of these. Do not call them directly.
  public enum __WireRecord {
    // Inlined, for a wire to be compiled for the type of what it carries.

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
