/// A type whose values modules declare as constants, for anyone to use.
///
/// In a module that isolates everything to the main actor by default, the members
/// of an extension belong to the main actor too, and a record could not use them.
/// Members of a type that conforms to a `Sendable` protocol do not
/// (https://github.com/swiftlang/swift-evolution/blob/main/proposals/0466-control-default-actor-isolation.md).
///
/// - Warning: It is public only because the types that conform to it are. Do not
///   use it directly.
public protocol __TaskConstant: Sendable {}
