public import RecordFormat

/// Declares a record of any kind, with whatever value the kind prescribes.
///
/// This is all that a module needs to offer something under a kind of your own;
/// code that knows the kind finds it with ``SectionRegistry/records(of:)`` and
/// loads it with ``Record/load(as:)``.
///
/// ```swift
/// #record("shop", key: "checkout", as: (any Page).self) { CheckoutPage() }
/// ```
///
/// It may stand at file scope and in any type that is not generic. The kind, the
/// key, the priority and the detail are read by the compiler, so they must be
/// literals.
///
/// - Parameters:
///   - kind: Four printable ASCII characters.
///   - key: The name under which it is declared.
///   - type: The type to load it as. By default the type of the closure's result.
///   - priority: Records with a higher priority come first.
///   - unique: Whether a second record of this kind and key is a mistake. Two at
///     file scope then fail to link; others are listed in
///     ``SectionRegistry/problems``.
///   - detail: What tools should know without running anything.
///   - value: Makes the value. It runs each time the record is loaded.
@freestanding(declaration)
public macro record<Value>(
  _ kind: RecordKind, key: String, as type: Value.Type = Value.self, priority: Int = 0,
  unique: Bool = false, detail: RecordDetail = [:], value: @escaping @Sendable () -> Value
) = #externalMacro(module: "RecordMacros", type: "RecordMacro")

// Chosen only where the other does not fit, as its closure is optional. Without it the
// compiler "failed to produce diagnostic" where the result is an 'any Page'.

/// Rejects a record whose value is a function with another result than its type has.
@freestanding(declaration)
public macro record<Value, Other>(
  _ kind: RecordKind, key: String, as type: Value.Type, priority: Int = 0,
  unique: Bool = false, detail: RecordDetail = [:],
  value: (@Sendable () -> (() async throws -> Other))?
) = #externalMacro(module: "RecordMacros", type: "MismatchedRecordMacro")

/// Rejects a record whose value is a function of one parameter, but does not return the result
/// of its type.
@freestanding(declaration)
public macro record<Parameter, Result, Other>(
  _ kind: RecordKind, key: String, as type: ((Parameter) -> Result).Type, priority: Int = 0,
  unique: Bool = false, detail: RecordDetail = [:],
  value: (@Sendable () -> ((Parameter) async throws -> Other))?
) = #externalMacro(module: "RecordMacros", type: "MismatchedRecordMacro")

/// The data that tools can read in a record beside its key: a JSON object, written as a
/// Swift dictionary literal.
///
/// Values of this type only exist in source code, as the macro's argument.
public struct RecordDetail: Sendable, ExpressibleByDictionaryLiteral {
  /// A string, a number, a Boolean, a list or an object.
  public struct Value: Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
  {
    public init(stringLiteral value: String) {}
    public init(integerLiteral value: Int) {}
    public init(floatLiteral value: Double) {}
    public init(booleanLiteral value: Bool) {}
    public init(arrayLiteral elements: Value...) {}
    public init(dictionaryLiteral elements: (String, Value)...) {}
  }

  public init(dictionaryLiteral elements: (String, Value)...) {}
}
