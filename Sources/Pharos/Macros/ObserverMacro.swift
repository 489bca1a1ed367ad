/// Declares an observer of the relay that modules share under a key.
///
/// The declaration becomes a record in the binary: nothing registers it, and no code
/// runs at start-up for it. The observer is there when the relay is first asked for;
/// one in a library that is opened later comes when the library is found, which is with
/// `SectionRegistry.loadLibrary(at:)` or the next question about records, after those
/// that are there. It may stand at file scope and in any type that is not generic.
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
/// The closure runs where the change is delivered, unless it says which actor it
/// belongs to. It is not asynchronous, since it is called with one change after the
/// other; one that has to wait starts a task.
///
/// - Parameters:
///   - of: The key. It is evaluated once, on any thread.
///   - priority: Where the observer stands among those of the same key: a higher one
///     is called earlier, and those of one priority by file and line. An integer
///     literal.
///   - replayingCurrent: Whether the observer is called with the current value,
///     when it begins to observe. `true` or `false`.
///   - function: A closure or a function. It may take the change or nothing.
@freestanding(declaration)
public macro observer<Value: Sendable>(
  of: RelayKey<Value>, priority: Int = 0, replayingCurrent: Bool = false,
  _ function: @escaping @isolated(any) @Sendable (Changes<Value>) -> Void
) = #externalMacro(module: "RecordMacros", type: "ObserverMacro")

/// Declares an observer that does not look at the change.
@freestanding(declaration)
public macro observer<Value: Sendable>(
  of: RelayKey<Value>, priority: Int = 0, replayingCurrent: Bool = false,
  _ function: @escaping @isolated(any) @Sendable () -> Void
) = #externalMacro(module: "RecordMacros", type: "ObserverMacro")

/// Declares an observer that, with `unique: true`, is only called with values that
/// differ from the one before.
@freestanding(declaration)
public macro observer<Value: Sendable & Equatable>(
  of: RelayKey<Value>, priority: Int = 0, unique: Bool, replayingCurrent: Bool = false,
  _ function: @escaping @isolated(any) @Sendable (Changes<Value>) -> Void
) = #externalMacro(module: "RecordMacros", type: "ObserverMacro")

/// Declares an observer that does not look at the change and, with `unique: true`,
/// is only called with values that differ from the one before.
@freestanding(declaration)
public macro observer<Value: Sendable & Equatable>(
  of: RelayKey<Value>, priority: Int = 0, unique: Bool, replayingCurrent: Bool = false,
  _ function: @escaping @isolated(any) @Sendable () -> Void
) = #externalMacro(module: "RecordMacros", type: "ObserverMacro")
