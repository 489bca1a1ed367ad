/// The name under which modules share a relay, with the type of its value.
///
/// A module that all others import declares the key. So the modules that share the relay need not
/// import one another:
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
/// Keys with the same name are the same key. The first relay determines the type of the values. If
/// a key of the same name with another type is used, it is reported to
/// ``RelaySettings/errorHandler`` and shares nothing.
public struct RelayKey<Value: Sendable>: Sendable, __RelayConstant {
  /// The string that distinguishes this key from other keys.
  public let name: String

  /// The names of the key in earlier builds.
  let formerNames: [String]

  /// The source location of the declaration.
  let origin: CodeLocation

  /// Creates a key.
  ///
  /// - Parameters:
  ///   - name: The string that distinguishes this key from other keys, such as `cart.count`.
  ///   - fileID: The file of the declaration, filled in by default.
  ///   - line: The line of the declaration, filled in by default.
  public init(_ name: String, fileID: String = #fileID, line: Int = #line) {
    self.name = name
    formerNames = []
    origin = CodeLocation(fileID: fileID, line: line)
  }

  /// Creates a key that had other names in earlier builds.
  ///
  /// If the key is declared with `@RelayKeys`, modules of earlier builds, wires and observers that
  /// use an earlier name get the relay of this key:
  ///
  /// ```swift
  /// @RelayKeys extension RelayKey<Int> {
  ///   static var cartCount: Self { Self("cart.count", formerly: "basket.count") }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: The string that distinguishes this key from other keys.
  ///   - formerName: An earlier name, as a string literal.
  ///   - others: Other earlier names.
  ///   - fileID: The file of the declaration, filled in by default.
  ///   - line: The line of the declaration, filled in by default.
  public init(
    _ name: String, formerly formerName: String, _ others: String..., fileID: String = #fileID,
    line: Int = #line
  ) {
    self.name = name
    formerNames = [formerName] + others
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

/// A type whose values modules declare as constants.
///
/// In a module with main-actor isolation by default, the members of an extension are isolated to
/// the main actor, so that a record could not use them. Members of a type that conforms to a
/// `Sendable` protocol are not
/// (https://github.com/swiftlang/swift-evolution/blob/main/proposals/0466-control-default-actor-isolation.md).
///
/// - Warning: It is public only because the conforming types are. Do not use it directly.
public protocol __RelayConstant: Sendable {}

/// A key without the type of its value.
struct UntypedKey: Sendable {
  var name: String
  let formerNames: [String]
  let valueType: any Any.Type
  let origin: CodeLocation

  init<Value>(_ key: RelayKey<Value>) {
    name = key.name
    formerNames = key.formerNames
    valueType = Value.self
    origin = key.origin
  }
}
