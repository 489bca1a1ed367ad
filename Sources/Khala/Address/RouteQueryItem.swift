/// A name of a query, with its value if it has one.
///
/// `flag` has none, `flag=` has an empty one.
struct RouteQueryItem: Hashable, Sendable, CustomStringConvertible {
  var name: String
  var value: String?

  init(_ name: String, _ value: String? = nil) {
    self.name = name
    self.value = value
  }

  var description: String {
    value.map { "\(name)=\($0)" } ?? name
  }
}
