/// What a record says in JSON.
///
/// What is not asked for is left for later versions.
struct RecordDetail: Sendable {
  /// That something in it is not what it should be.
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  let values: [String: DetailValue]

  /// The way to the values, for messages: `from.`.
  private let path: String

  private init(_ values: [String: DetailValue], path: String) {
    self.values = values
    self.path = path
  }

  /// A detail that says nothing.
  static let empty = RecordDetail([:], path: "")

  /// Reads a detail; one without text says nothing.
  init(json: String) throws(Fault) {
    guard !json.isEmpty else {
      self = .empty
      return
    }
    guard let value = DetailValue(json: json) else {
      throw Fault(description: "it is no JSON that can be read")
    }
    guard case .object(let values) = value else {
      throw Fault(description: "it is \(value.sort), and must be a JSON object")
    }
    self.init(values, path: "")
  }

  func text(_ name: String) throws(Fault) -> String? {
    switch values[name] {
    case nil, .null: return nil
    case .text(let text): return text
    case let other?: throw fault(name, other, "a text")
    }
  }

  func requiredText(_ name: String) throws(Fault) -> String {
    guard let text = try text(name) else {
      throw Fault(description: "it has no '\(path)\(name)', which must be a text")
    }
    return text
  }

  func flag(_ name: String) throws(Fault) -> Bool {
    switch values[name] {
    case nil, .null: return false
    case .flag(let flag): return flag
    case let other?: throw fault(name, other, "true or false")
    }
  }

  func number(_ name: String) throws(Fault) -> Double? {
    switch values[name] {
    case nil, .null: return nil
    case .number(let number): return number
    case let other?: throw fault(name, other, "a number")
    }
  }

  func texts(_ name: String) throws(Fault) -> [String]? {
    switch values[name] {
    case nil, .null: return nil
    case .list(let list):
      var texts: [String] = []
      for element in list {
        guard case .text(let text) = element else { throw fault(name, element, "texts only") }
        texts.append(text)
      }
      return texts
    case let other?: throw fault(name, other, "a list of texts")
    }
  }

  func object(_ name: String) throws(Fault) -> RecordDetail? {
    switch values[name] {
    case nil, .null: return nil
    case .object(let values): return RecordDetail(values, path: "\(path)\(name).")
    case let other?: throw fault(name, other, "an object")
    }
  }

  func objects(_ name: String) throws(Fault) -> [RecordDetail] {
    switch values[name] {
    case nil, .null: return []
    case .list(let list):
      var objects: [RecordDetail] = []
      for (number, element) in list.enumerated() {
        guard case .object(let values) = element else {
          throw fault(name, element, "objects only")
        }
        objects.append(RecordDetail(values, path: "\(path)\(name)[\(number)]."))
      }
      return objects
    case let other?: throw fault(name, other, "a list of objects")
    }
  }

  /// All that it says, by name.
  var attributes: [ModuleGraph.Attribute] {
    values.sorted { $0.key < $1.key }.map { .init($0.key, $0.value.attribute) }
  }

  private func fault(_ name: String, _ value: DetailValue, _ wanted: String) -> Fault {
    Fault(description: "'\(path)\(name)' has \(value.sort), and must have \(wanted)")
  }
}
