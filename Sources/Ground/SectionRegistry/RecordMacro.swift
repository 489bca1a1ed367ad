public import RecordFormat

/// Declares a record of any kind, with a value whose type the kind determines.
///
/// A module can use this to offer something under a kind of your own. Code that uses the kind finds
/// the record with ``SectionRegistry/records(of:)`` and loads the value with ``Record/load(as:)``.
///
/// ```swift
/// #record("shop", key: "checkout", as: (any Page).self) { CheckoutPage() }
/// ```
///
/// You can use it at file scope and in any type that is not generic. The kind, key, priority and
/// detail must be literals, because they are read at compile time.
///
/// - Parameters:
///   - kind: Four printable ASCII characters.
///   - key: The name of the declaration.
///   - type: The type with which the value is loaded. By default, the type of the closure's result.
///   - priority: The priority. Records with higher priorities come first.
///   - unique: A Boolean value that indicates whether a second record with the same kind and key is
///     an error. Two of these at file scope fail to link. Others are listed in
///     ``SectionRegistry/problems``.
///   - detail: The data that tools can read without running code.
///   - value: Creates the value. It runs each time the record is loaded.
@freestanding(declaration)
public macro record<Value>(
  _ kind: RecordKind, key: String, as type: Value.Type = Value.self, priority: Int = 0,
  unique: Bool = false, detail: RecordDetail = [:], value: @escaping @Sendable () -> Value
) = #externalMacro(module: "RecordMacros", type: "RecordMacro")

// This macro is only chosen if the other does not match, because its closure is optional. Without
// it, the compiler "failed to produce diagnostic" if the result is an 'any Page'.

/// Reports an error for a record whose value is a function with a result of another type than
/// expected.
@freestanding(declaration)
public macro record<Value, Other>(
  _ kind: RecordKind, key: String, as type: Value.Type, priority: Int = 0,
  unique: Bool = false, detail: RecordDetail = [:],
  value: (@Sendable () -> (() async throws -> Other))?
) = #externalMacro(module: "RecordMacros", type: "MismatchedRecordMacro")

/// Reports an error for a record whose value is a function with one parameter and a result of
/// another type than expected.
@freestanding(declaration)
public macro record<Parameter, Result, Other>(
  _ kind: RecordKind, key: String, as type: ((Parameter) -> Result).Type, priority: Int = 0,
  unique: Bool = false, detail: RecordDetail = [:],
  value: (@Sendable () -> ((Parameter) async throws -> Other))?
) = #externalMacro(module: "RecordMacros", type: "MismatchedRecordMacro")

/// The data of a record that tools can read in addition to its key: a JSON object, written as a
/// Swift dictionary literal.
///
/// Values of this type only exist in source code, as the argument of the macro.
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
