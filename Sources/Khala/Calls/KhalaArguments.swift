public import Foundation

/// The values and closures of a call, for the closure that answers it.
///
/// Run-time routes, fallbacks and stubs get this type directly:
///
/// ```swift
/// try Khala.route("users/{id:Int}") { arguments in
///   User(id: try arguments.value("id"), isBrief: try arguments.value("brief", default: false))
/// }
/// ```
///
/// The arguments belong to one call and are not shared between threads.
public struct KhalaArguments {
  /// The function or closure that gets these arguments.
  let target: RouteTarget
  let contents: CallContents
  /// The captures of the route's pattern.
  let path: RouteCaptures

  /// The closures of the caller, in the order in which they were given.
  public let closures: [KhalaClosure]

  init(
    for target: RouteTarget, contents: CallContents, path: RouteCaptures = .none,
    closures: [KhalaClosure] = []
  ) {
    self.target = target
    self.contents = contents
    self.path = path
    self.closures = closures
  }

  /// The URL that was called, after rewriting, without its query.
  public var url: URL { contents.address.url }

  /// The captures of the route's pattern, in the order of the path.
  ///
  /// The components of a rest capture are joined by slashes. To get them separately, read the
  /// capture as an array, as in `value("rest", as: [String].self)`.
  public var captures: [(name: String, value: String)] { path.texts }

  /// The items of the query, including repeated names and names without a value.
  public var queryItems: [URLQueryItem] {
    contents.query.map { URLQueryItem(name: $0.name, value: $0.value) }
  }

  /// All named values of the call.
  ///
  /// The caller's values take precedence over the path, and the path over the query. If a name
  /// occurs several times in the query, its first value is used. A name without a value is omitted.
  public var info: KhalaInfo { contents.info(with: path) }

  /// All values of ``info``, and the caller's values whose keys are not strings.
  public var anyInfo: [AnyHashable: Any] {
    var info = contents.given
    for (name, value) in captures where info[name] == nil { info[name] = value }
    for item in contents.query where info[item.name] == nil {
      if let value = item.value { info[item.name] = value }
    }
    return info
  }

  /// Returns the closure that the caller passed at this position, or a closure that does nothing.
  public func closure(_ index: Int) -> KhalaClosure {
    optionalClosure(index) ?? { _ in }
  }

  /// Returns the closure that the caller passed at this position, or `nil`.
  public func optionalClosure(_ index: Int) -> KhalaClosure? {
    closures.indices.contains(index) ? closures[index] : nil
  }
}

@available(*, unavailable, message: "arguments belong to the function that answers the call")
extension KhalaArguments: Sendable {}

/// The arguments of a routing function.
///
/// - Warning: The macro `@KhalaModule` writes calls of this. Do not use it
///   directly.
public typealias __KhalaArguments = KhalaArguments

/// The values of a call: the values in the query of its URL, and the caller's parameters.
public typealias KhalaInfo = [String: Any]

/// A closure that a caller passes to a routing function, which may keep it and call it from any
/// thread.
public typealias KhalaClosure = @Sendable ([String: any Sendable]) -> Void

extension KhalaArguments {
  /// Returns the value with this name.
  ///
  /// The caller's values take precedence over the path of the URL, and the path over its query. A
  /// value that already has the type is returned unchanged. A string is parsed with the first
  /// method that the type supports: as a `Bool`, as a description, as a raw value, or as JSON. An
  /// array takes all values with its name, and the value for an `Optional` may be missing.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - type: The type.
  /// - Returns: The value.
  /// - Throws: A ``KhalaArgumentError`` if the value is missing or cannot be converted to the type.
  public func value<Value>(_ name: String, as type: Value.Type = Value.self) throws -> Value {
    let reader = __KhalaReader<Value>.found()
    if let value = try found(name, reader) { return value }
    // An Optional that is missing.
    if let optional = Value.self as? any OptionalValue.Type, let none = optional.none as? Value {
      return none
    }
    throw error(name, Value.self, given: nil)
  }

  /// Returns the value with this name, or a default if it is missing.
  ///
  /// - Throws: A ``KhalaArgumentError`` if the value cannot be converted to the type.
  public func value<Value>(_ name: String, default other: @autoclosure () -> Value) throws -> Value
  {
    try found(name, .found()) ?? other()
  }

  // Most of the cost of a typed call comes from types that the compiler cannot see. These functions
  // are inlinable so that it can see them.

  /// Returns the value with this name, using a reader that the compiler chose.
  ///
  /// - Throws: A ``KhalaArgumentError`` if the value is missing or cannot be converted to the type.
  @inlinable
  public func value<Value>(_ name: String, _ reader: __KhalaReader<Value>) throws -> Value {
    switch try found(name, reader) {
    case let value?: value
    case nil: throw error(name, Value.self, given: nil)
    }
  }

  /// Returns the value with this name, or a default if it is missing.
  ///
  /// - Throws: A ``KhalaArgumentError`` if the value cannot be converted to the type.
  @inlinable
  public func value<Value>(
    _ name: String, _ reader: __KhalaReader<Value>, default other: @autoclosure () -> Value
  ) throws -> Value {
    try found(name, reader) ?? other()
  }

  @inlinable
  internal func found<Value>(_ name: String, _ reader: __KhalaReader<Value>) throws -> Value? {
    switch given(name, takesSeveral: reader.takesSeveral) {
    case .nothing:
      return nil
    case .value(let given):
      if let value = reader.value(given) { return value }
      throw error(name, Value.self, given: describe(given))
    case .flag:
      guard let text = reader.textOfFlag else { return nil }
      if let value = reader.value(text) { return value }
      throw error(name, Value.self, given: describe(text))
    case .text(let text):
      if case .single(let read) = reader.kind, let value = read(text) { return value }
      throw error(name, Value.self, given: describe(text))
    case .texts(let texts):
      if case .several(let read) = reader.kind, let value = read(texts) { return value }
      throw error(name, Value.self, given: texts.map(describe).joined(separator: ", "))
    }
  }

  /// The values of a call under a name.
  @usableFromInline
  internal enum Given {
    case nothing
    /// A value that the caller passed.
    case value(Any)
    /// The first string for the name in the URL.
    case text(String)
    /// The name is in the URL, but without a value.
    case flag
    /// All strings for the name in the URL.
    case texts([String])
  }

  /// Returns the values of the call under a name.
  @usableFromInline
  internal func given(_ name: String, takesSeveral: Bool) -> Given {
    if !contents.given.isEmpty, let given = contents.given[name], !isNil(given) {
      return .value(given)
    }
    if takesSeveral { return texts(name).map { .texts($0) } ?? .nothing }
    if let text = path[name] { return .text(text) }
    guard let item = contents.firstItem(named: name) else { return .nothing }
    return item.value.map { .text($0) } ?? .flag
  }

  /// Returns all strings for a name, or `nil` if the URL does not have the name.
  ///
  /// Strings in the path come before strings in the query.
  ///
  /// A missing rest capture counts as a rest without components.
  private func texts(_ name: String) -> [String]? {
    let isCaptured = path.names.contains(name)
    let items = contents.query.filter { $0.name == name }
    guard isCaptured || !items.isEmpty else { return nil }
    return path.components(of: name) + items.compactMap(\.value)
  }

  /// Returns whether a caller's value is an empty `Optional`, which counts as not passed.
  private func isNil(_ value: Any) -> Bool {
    if case Optional<Any>.none = value as Any? { return true }
    guard let optional = value as? any OptionalValue else { return false }
    return optional.isNil
  }

  /// Returns a description of a value for messages.
  @usableFromInline
  internal func describe(_ given: Any) -> String {
    if let text = given as? String { return "'\(text)'" }
    return "\(given), which is \(type(of: given))"
  }

  /// Returns the error for a value that is missing or has the wrong type.
  @usableFromInline
  internal func error(
    _ name: String, _ type: any Any.Type, given: String?
  ) -> KhalaArgumentError {
    KhalaArgumentError(
      function: target.title, parameter: name, expectedType: "\(type)", given: given)
  }
}
