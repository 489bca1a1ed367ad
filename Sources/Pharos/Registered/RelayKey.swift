/// The name under which modules share a relay, with the type of its value.
///
/// A module that all of them import declares it, and none of them needs to import
/// another:
///
/// ```swift
/// extension RelayKey<Int> {
///   static var cartCount: Self { Self("cart.count") }
/// }
///
/// let count = SharedRelay.of(.cartCount, default: 0)
///
/// #observer(of: .cartCount) { changes in print(changes.new) }
/// ```
///
/// Keys of one name are the same key. The first relay decides the type of its values: a
/// key of the same name with another type is reported to ``RelaySettings/errorHandler``
/// when it is used, and shares nothing.
public struct RelayKey<Value: Sendable>: Sendable, __RelayConstant {
  /// The text that distinguishes it from other keys.
  public let name: String

  /// The source location of the declaration.
  let origin: CodeLocation

  /// Makes a key.
  ///
  /// - Parameters:
  ///   - name: The text that distinguishes it from other keys, such as `cart.count`.
  ///   - fileID: Where it is declared; leave it out.
  ///   - line: Where it is declared; leave it out.
  public init(_ name: String, fileID: String = #fileID, line: Int = #line) {
    self.name = name
    origin = CodeLocation(fileID: fileID, line: line)
  }
}

extension RelayKey: Hashable {
  public static func == (left: RelayKey, right: RelayKey) -> Bool { left.name == right.name }

  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension RelayKey: CustomStringConvertible {
  /// The key's name.
  public var description: String { name }
}

/// A type whose values modules declare as constants, for anyone to use.
///
/// In a module that isolates everything to the main actor by default, the members
/// of an extension belong to the main actor too, and a record could not use them.
/// Members of a type that conforms to a `Sendable` protocol do not
/// (https://github.com/swiftlang/swift-evolution/blob/main/proposals/0466-control-default-actor-isolation.md).
///
/// - Warning: It is public only because the types that conform to it are. Do not
///   use it directly.
public protocol __RelayConstant: Sendable {}

/// A key without the type of its value.
struct UntypedKey: Sendable {
  let name: String
  let valueType: any Any.Type
  let origin: CodeLocation

  init<Value>(_ key: RelayKey<Value>) {
    name = key.name
    valueType = Value.self
    origin = key.origin
  }
}
