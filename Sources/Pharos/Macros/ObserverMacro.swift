/// Declares an observer of the relay that modules share under a key.
///
/// The declaration becomes a record in the binary: nothing registers it, and no code runs for it
/// when the program starts. The observer is added when the relay is first requested. An observer in
/// a library that is loaded later is added when the library is found, after the existing observers.
/// `SectionRegistry.loadLibrary(at:)` and the next lookup of records find a library. You can write
/// the declaration at file scope and in any type that is not generic.
///
/// ```swift
/// #observer(of: .cartCount) { changes in
///   print("\(changes.old) -> \(changes.new)")
/// }
///
/// #observer(of: .cartCount, unique: true, replayingCurrent: true) { @MainActor changes in
///   badge.text = "\(changes.new)"
/// }
/// ```
///
/// The closure runs where the change is delivered, unless it is isolated to an actor. It is not
/// asynchronous, because it is called with one change after the other. If it has to wait, start a
/// task.
///
/// - Parameters:
///   - of: The key. It is evaluated once, on any thread.
///   - priority: The rank among the observers of the same key: a higher one is called earlier, and
///     observers of equal priority in the order of file and line. An integer literal.
///   - replayingCurrent: Whether the observer is called with the current value when it is added.
///     `true` or `false`.
///   - function: A closure or a function, with the change as its argument or without arguments.
@freestanding(declaration)
public macro observer<Value: Sendable>(
  of: RelayKey<Value>, priority: Int = 0, replayingCurrent: Bool = false,
  _ function: @escaping @isolated(any) @Sendable (Changes<Value>) -> Void
) = #externalMacro(module: "RecordMacros", type: "ObserverMacro")

/// Declares an observer that ignores the change itself.
@freestanding(declaration)
public macro observer<Value: Sendable>(
  of: RelayKey<Value>, priority: Int = 0, replayingCurrent: Bool = false,
  _ function: @escaping @isolated(any) @Sendable () -> Void
) = #externalMacro(module: "RecordMacros", type: "ObserverMacro")

/// Declares an observer that, with `unique: true`, is only called when the value changes to a
/// different one.
@freestanding(declaration)
public macro observer<Value: Sendable & Equatable>(
  of: RelayKey<Value>, priority: Int = 0, unique: Bool, replayingCurrent: Bool = false,
  _ function: @escaping @isolated(any) @Sendable (Changes<Value>) -> Void
) = #externalMacro(module: "RecordMacros", type: "ObserverMacro")

/// Declares an observer that ignores the change itself and, with `unique: true`, is only called
/// when the value changes to a different one.
@freestanding(declaration)
public macro observer<Value: Sendable & Equatable>(
  of: RelayKey<Value>, priority: Int = 0, unique: Bool, replayingCurrent: Bool = false,
  _ function: @escaping @isolated(any) @Sendable () -> Void
) = #externalMacro(module: "RecordMacros", type: "ObserverMacro")
