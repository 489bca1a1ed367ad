public import Foundation

/// The values and closures of a call, for the closure that answers it.
///
/// Run-time routes, fallbacks and stubs get it as it is:
///
/// ```swift
/// try Khala.route("users/{id:Int}") { arguments in
///   User(id: try arguments.value("id"), isBrief: try arguments.value("brief", default: false))
/// }
/// ```
///
/// It belongs to one call and is not shared between threads.
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
  /// The components of a rest are joined by slashes; read as an array, as in
  /// `value("rest", as: [String].self)`, they are apart.
  public var captures: [(name: String, value: String)] { path.texts }

  /// The items of the query: several of one name, and those without a value too.
  public var queryItems: [URLQueryItem] {
    contents.query.map { URLQueryItem(name: $0.name, value: $0.value) }
  }

  /// Everything that came with the call by name.
  ///
  /// What the caller gave along wins over the path, and that over the query; the
  /// first of several values of one name wins over the others. A name without a
  /// value is left out.
  public var info: KhalaInfo { contents.info(with: path) }

  /// The same, and what the caller gave along under keys of other types.
  public var anyInfo: [AnyHashable: Any] {
    var info = contents.given
    for (name, value) in captures where info[name] == nil { info[name] = value }
    for item in contents.query where info[item.name] == nil {
      if let value = item.value { info[item.name] = value }
    }
    return info
  }

  /// The closure of the caller in this position; one that does nothing if there is none.
  public func closure(_ index: Int) -> KhalaClosure {
    optionalClosure(index) ?? { _ in }
  }

  /// The closure of the caller in this position, if there is one.
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

/// The values of a call: those of the URL's query, and the caller's parameters.
public typealias KhalaInfo = [String: Any]

/// A closure that a caller hands to a routing function, which may keep it and
/// call it from anywhere.
public typealias KhalaClosure = @Sendable ([String: any Sendable]) -> Void

extension KhalaArguments {
  /// The value of this name.
  ///
  /// What the caller gave along comes before the path of the URL, and that before
  /// its query. A value that has the type already is taken as it is. A text is
  /// read: as a `Bool`, as the description of a value, as its raw value, or as
  /// JSON, whichever the type knows first. An array takes all the values of its
  /// name, and an Optional may be missing.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - type: The type.
  /// - Returns: The value.
  /// - Throws: A ``KhalaArgumentError`` if there is no value, or one of another
  ///   sort.
  public func value<Value>(_ name: String, as type: Value.Type = Value.self) throws -> Value {
    let reader = __KhalaReader<Value>.found()
    if let value = try found(name, reader) { return value }
    // An Optional that is missing.
    if let optional = Value.self as? any OptionalValue.Type, let none = optional.none as? Value {
      return none
    }
    throw error(name, Value.self, given: nil)
  }

  /// The value of this name, or another if there is none.
  ///
  /// - Throws: A ``KhalaArgumentError`` if there is a value of another sort.
  public func value<Value>(_ name: String, default other: @autoclosure () -> Value) throws -> Value
  {
    try found(name, .found()) ?? other()
  }

  // What a call of a typed function costs most is what the compiler does not know
  // about its types; so these are for it to see through.

  /// The value of this name, by a reader that the compiler has found.
  ///
  /// - Throws: A ``KhalaArgumentError`` if there is no value, or one of another
  ///   sort.
  @inlinable
  public func value<Value>(_ name: String, _ reader: __KhalaReader<Value>) throws -> Value {
    switch try found(name, reader) {
    case let value?: value
    case nil: throw error(name, Value.self, given: nil)
    }
  }

  /// The value of this name, or another if there is none.
  ///
  /// - Throws: A ``KhalaArgumentError`` if there is a value of another sort.
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
    /// Something that the caller gave along.
    case value(Any)
    /// The first text of the URL.
    case text(String)
    /// The name is there, without a value.
    case flag
    /// All texts of the URL.
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

  /// All texts of a name, those of the path first; nothing if there is no such name.
  ///
  /// A rest that is missing is one without components.
  private func texts(_ name: String) -> [String]? {
    let isCaptured = path.names.contains(name)
    let items = contents.query.filter { $0.name == name }
    guard isCaptured || !items.isEmpty else { return nil }
    return path.components(of: name) + items.compactMap(\.value)
  }

  /// Returns whether something that was given along is an Optional without a value,
  /// which is the same as not to give it.
  private func isNil(_ value: Any) -> Bool {
    if case Optional<Any>.none = value as Any? { return true }
    guard let optional = value as? any OptionalValue else { return false }
    return optional.isNil
  }

  /// A value in words.
  @usableFromInline
  internal func describe(_ given: Any) -> String {
    if let text = given as? String { return "'\(text)'" }
    return "\(given), which is \(type(of: given))"
  }

  /// Returns the error for a value that is missing, or of another type.
  @usableFromInline
  internal func error(
    _ name: String, _ type: any Any.Type, given: String?
  ) -> KhalaArgumentError {
    KhalaArgumentError(
      function: target.title, parameter: name, expectedType: "\(type)", given: given)
  }
}
