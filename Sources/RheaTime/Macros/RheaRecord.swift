import SectionRegistry

/// The contents of a record of kind `rhea`.
///
/// - Warning: The macros of RheaTime write this into records. Do not use it directly.
public struct __RheaCallback: Sendable {
  let event: RheaEvent
  /// The names of the event in earlier builds.
  var formerNames: [RheaEvent] = []
  /// The priority, or `nil` if the record itself has the number.
  let priority: RheaPriority?
  /// The name of the function, or `nil` for a closure.
  let name: String?
  let body: CallbackBody
  /// The type of the event's value, or `nil` if the event has no type.
  var payload: (any Sendable.Type)?
}

/// The functions that provide the contents of records of kind `rhea`.
///
/// The type checker chooses an overload by the closure or function that was written. The macro only
/// indicates whether it has `async: true`.
///
/// - Warning: Code of RheaTime's macros calls these functions. Do not call them directly.
public enum __RheaRecord {
  // MARK: On the main actor

  public static func sync(
    _ out: UnsafeMutableRawPointer, _ type: UnsafeRawPointer,
    _ event: RheaEvent, _ priority: RheaPriority?, _ name: String?,
    _ body: @escaping @MainActor @Sendable (RheaContext) throws -> Void
  ) -> Bool {
    unsafe provide(out, type, event, priority, name, .sync(body))
  }

  public static func sync(
    _ out: UnsafeMutableRawPointer, _ type: UnsafeRawPointer,
    _ event: RheaEvent, _ priority: RheaPriority?, _ name: String?,
    _ body: @escaping @MainActor @Sendable () throws -> Void
  ) -> Bool {
    unsafe provide(out, type, event, priority, name, .sync { _ in try body() })
  }

  public static func sync(
    _ out: UnsafeMutableRawPointer, _ type: UnsafeRawPointer,
    _ event: RheaEvent, _ priority: RheaPriority?, _ name: String?,
    _ body: @escaping @MainActor @Sendable (RheaContext) async throws -> Void
  ) -> Bool {
    unsafe provide(out, type, event, priority, name, .mainAsync(body))
  }

  public static func sync(
    _ out: UnsafeMutableRawPointer, _ type: UnsafeRawPointer,
    _ event: RheaEvent, _ priority: RheaPriority?, _ name: String?,
    _ body: @escaping @MainActor @Sendable () async throws -> Void
  ) -> Bool {
    unsafe provide(out, type, event, priority, name, .mainAsync { _ in try await body() })
  }

  // MARK: Off the main actor

  public static func async(
    _ out: UnsafeMutableRawPointer, _ type: UnsafeRawPointer,
    _ event: RheaEvent, _ priority: RheaPriority?, _ name: String?,
    _ body: @escaping @concurrent @Sendable (RheaContext) async throws -> Void
  ) -> Bool {
    unsafe provide(out, type, event, priority, name, .concurrent(body))
  }

  public static func async(
    _ out: UnsafeMutableRawPointer, _ type: UnsafeRawPointer,
    _ event: RheaEvent, _ priority: RheaPriority?, _ name: String?,
    _ body: @escaping @concurrent @Sendable () async throws -> Void
  ) -> Bool {
    unsafe provide(out, type, event, priority, name, .concurrent { _ in try await body() })
  }

  // MARK: With a value of a known type

  public static func sync<Payload>(
    _ out: UnsafeMutableRawPointer, _ type: UnsafeRawPointer,
    _ event: TypedRheaEvent<Payload>, _ priority: RheaPriority?, _ name: String?,
    _ body: @escaping @MainActor @Sendable (Payload) throws -> Void
  ) -> Bool {
    unsafe provide(out, type, event.event, priority, name, .typedSync(body), Payload.self)
  }

  public static func sync<Payload>(
    _ out: UnsafeMutableRawPointer, _ type: UnsafeRawPointer,
    _ event: TypedRheaEvent<Payload>, _ priority: RheaPriority?, _ name: String?,
    _ body: @escaping @MainActor @Sendable (Payload) async throws -> Void
  ) -> Bool {
    unsafe provide(out, type, event.event, priority, name, .typedMainAsync(body), Payload.self)
  }

  public static func async<Payload>(
    _ out: UnsafeMutableRawPointer, _ type: UnsafeRawPointer,
    _ event: TypedRheaEvent<Payload>, _ priority: RheaPriority?, _ name: String?,
    _ body: @escaping @concurrent @Sendable (Payload) async throws -> Void
  ) -> Bool {
    unsafe provide(out, type, event.event, priority, name, .typedConcurrent(body), Payload.self)
  }

  // MARK: With earlier names of the event

  /// Adds the names of the event in earlier builds to the value that another function provided.
  public static func formerly(
    _ out: UnsafeMutableRawPointer, _ names: [String], _ isProvided: Bool
  ) -> Bool {
    if isProvided {
      unsafe out.assumingMemoryBound(to: __RheaCallback.self).pointee.formerNames =
        names.map { RheaEvent(rawValue: $0) }
    }
    return isProvided
  }

  private static func provide(
    _ out: UnsafeMutableRawPointer, _ type: UnsafeRawPointer,
    _ event: RheaEvent, _ priority: RheaPriority?, _ name: String?, _ body: CallbackBody,
    _ payload: (any Sendable.Type)? = nil
  ) -> Bool {
    unsafe SectionRegistry.__provide(out, type) {
      __RheaCallback(event: event, priority: priority, name: name, body: body, payload: payload)
    }
  }
}

extension __RheaRecord {
  /// Tells that an image has been initialized.
  ///
  /// - Warning: RheaTime's macros write calls of this into code that runs before `main`. Do not
  ///   call it directly.
  ///
  /// - Parameter code: Code of the image, by which it is recognized.
  public static func imageIsReady(_ code: @convention(c) () -> Void) {
    LaunchMoments.process.imageIsReady(codeAt: unsafe unsafeBitCast(code, to: UInt.self))
  }
}
