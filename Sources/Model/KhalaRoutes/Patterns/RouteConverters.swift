/// The converters that patterns may name.
package struct RouteConverters: Sendable {
  private var converters: [String: RouteConverter] = [:]
  /// The names of the converters in patterns.
  private(set) var names: Set<String> = []

  /// Creates a set of these; of two with one name the later is taken.
  init(_ converters: [RouteConverter]) {
    for converter in converters { add(converter) }
  }

  /// `Bool`, `UInt`, `Int`, `Double` and `UUID`.
  package static let standard = RouteConverters([.bool, .uint, .int, .double, .uuid])

  /// Adds a converter, in place of one with the same name.
  mutating func add(_ converter: RouteConverter) {
    converters[converter.name] = converter
    names.insert(converter.name)
  }

  /// The converter of this name.
  subscript(name: String) -> RouteConverter? { converters[name] }
}
