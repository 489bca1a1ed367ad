/// The captures of a pattern in an address, read and decoded when asked for.
///
/// Each segment of a pattern but a rest takes one component. So the place of a segment says which
/// component its captures are in, and nothing else has to be kept.
@usableFromInline
package struct RouteCaptures: Sendable {
  /// The address and the variant that matches, or `nil` if its pattern has no captures.
  private let source: (address: RouteAddress, variant: RouteVariant)?

  /// Nothing was captured.
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

  /// The number of captured texts: fewer than there are names if optional components are missing.
  package var count: Int {
    source?.variant.segments.reduce(0) { $0 + $1.captureNames.count } ?? 0
  }

  /// The captured text, decoded; nil if the component is missing, or if no
  /// capture has this name.
  ///
  /// The components of a rest are joined by slashes; ``components(of:)`` tells
  /// them from slashes that were escaped.
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

  /// The captured text as a value, or nil if it is missing or no such value.
  package func value<Value: LosslessStringConvertible>(
    of name: String, as type: Value.Type = Value.self
  ) -> Value? {
    self[name].flatMap { Value($0) }
  }

  /// The components that were captured, decoded: several for a rest, none if they
  /// are missing.
  ///
  /// Never inlined: it would weigh 5 KB wherever captures are shown.
  @inline(never)
  package func components(of name: String) -> [String] {
    guard let (address, variant) = source, case .rest(let prefix, name)? = variant.segments.last
    else { return self[name].map { [$0] } ?? [] }
    var components = Array(address.routeComponents.dropFirst(variant.segments.count - 1))
    components[0] = String(decoding: components[0].utf8.dropFirst(prefix.count), as: UTF8.self)
    return components
  }

  /// Everything that was captured, in the order of the path.
  package var texts: [(name: String, value: String)] {
    names.compactMap { name in self[name].map { (name, $0) } }
  }

  /// The same, by name.
  package var dictionary: [String: String] {
    Dictionary(texts.map { ($0.name, $0.value) }) { _, last in last }
  }
}
