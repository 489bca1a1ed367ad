/// The captures of a pattern in an address.
///
/// They are read and decoded when they are accessed.
///
/// Each segment of a pattern except a rest takes one component. The position of a segment therefore
/// determines the component of its captures, and nothing else has to be stored.
@usableFromInline
package struct RouteCaptures: Sendable {
  /// The address and the variant that matches, or `nil` if its pattern has no captures.
  private let source: (address: RouteAddress, variant: RouteVariant)?

  /// A value without captures.
  @usableFromInline package static var none: RouteCaptures { RouteCaptures() }

  private init() {
    source = nil
  }

  /// Creates the captures of a variant that matches an address.
  @usableFromInline
  init(of variant: RouteVariant, in address: RouteAddress) {
    source = (address, variant)
  }

  /// The names of all captures of the pattern, from left to right.
  package var names: [String] { source?.variant.names ?? [] }

  /// The number of captured texts.
  ///
  /// It is lower than the number of names if optional components are missing.
  package var count: Int {
    source?.variant.segments.reduce(0) { $0 + $1.captureNames.count } ?? 0
  }

  /// The captured text, decoded, or `nil` if the component is missing or no capture has this name.
  ///
  /// The components of a rest are joined by slashes. Use ``components(of:)`` to distinguish these
  /// from escaped slashes.
  package subscript(name: String) -> String? {
    guard let (address, variant) = source else { return nil }
    for (place, segment) in variant.segments.enumerated() {
      switch segment {
      case .literal: continue
      case .capture(let capture):
        if capture.name == name { return address.routeComponent(at: place) }
      case .affix(let affix):
        guard let number = affix.captures.firstIndex(where: { $0.name == name }) else { continue }
        return address.routeComponent(at: place).flatMap { affix.text(ofCapture: number, in: $0) }
      case .rest(_, let restName):
        if restName == name { return components(of: name).joined(separator: "/") }
      }
    }
    return nil
  }

  /// Returns the captured text as a value, or `nil` if it is missing or cannot be converted.
  package func value<Value: LosslessStringConvertible>(
    of name: String, as type: Value.Type = Value.self
  ) -> Value? {
    self[name].flatMap { Value($0) }
  }

  /// Returns the captured components, decoded.
  ///
  /// A rest has several, and a missing capture has none.
  ///
  /// The function is never inlined, because it would add 5 KB to each place where captures are
  /// displayed.
  @inline(never)
  package func components(of name: String) -> [String] {
    guard let (address, variant) = source, case .rest(let prefix, name)? = variant.segments.last
    else { return self[name].map { [$0] } ?? [] }
    var components = Array(address.routeComponents.dropFirst(variant.segments.count - 1))
    components[0] = String(decoding: components[0].utf8.dropFirst(prefix.count), as: UTF8.self)
    return components
  }

  /// All captured texts, in the order of the path.
  package var texts: [(name: String, value: String)] {
    names.compactMap { name in self[name].map { (name, $0) } }
  }

  /// All captured texts by name.
  package var dictionary: [String: String] {
    Dictionary(texts.map { ($0.name, $0.value) }) { _, last in last }
  }
}
