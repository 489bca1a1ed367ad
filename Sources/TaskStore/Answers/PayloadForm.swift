import Foundation

/// The description of a payload in JSON, from the code that decodes its type.
///
/// The code runs with samples, and may end the process. ``PayloadForms`` runs it in a process of its
/// own.
///
/// `TypeForms` describes each type by itself, in lines that refer to other types by their names.
/// A page needs one value instead, in which types are nested. A type inside of itself may be any
/// value there.
struct PayloadForm {
  /// The members of an object in JSON, each with its value in JSON.
  private typealias Fields = [String: String]

  /// Any value, in JSON.
  static let any = Self.encoded(anyFields)
  private static let anyFields: Fields = ["type": #""any""#]

  /// The description of the payload.
  private(set) var json = PayloadForm.any
  /// The reason why the first type without a form has none.
  private(set) var note: String?
  private var forms = TypeForms()
  /// The lines that describe each type, without the word `type` and the name.
  private var lines: [String: [[String]]] = [:]
  /// The types around the current one.
  private var pending: Set<String> = []
  /// The number of types that may still be described, as equal types are described several times.
  private var rest = 1_000

  private static let greatestDepth = 32

  /// Describes a type.
  ///
  /// Before the code of a type runs, its name is reported.
  init(_ type: any Any.Type, willRun: (String) -> Void = { _ in }) {
    _ = forms.add(type)
    var name = ""
    forms.describe { line in
      switch line[0] {
      case "started":
        name = line[1]
        willRun(name)
      case "type": lines[name] = [Array(line.dropFirst(2))]
      default: lines[name]?.append(line)
      }
    }
    json = Self.encoded(fields(of: type))
  }

  /// Returns the description of a type.
  private mutating func fields(of type: any Any.Type) -> Fields {
    if let container = type as? any StandardContainer.Type {
      return fields(of: container.contents, isOptional: type is any OptionalType.Type)
    }
    if let word = Self.word(for: type) { return ["type": Self.quoted(word)] }
    let name = forms.add(type)
    guard let lines = lines[name], rest > 0, pending.count < Self.greatestDepth,
      pending.insert(name).inserted
    else { return Self.anyFields }
    rest -= 1
    defer { pending.remove(name) }
    let words = lines[0].dropFirst()
    // The words of `JobQuestion.Form`.
    switch lines[0][0] {
    case "object": return object(lines.dropFirst())
    case "cases":
      let cases = lines.dropFirst().split(
        omittingEmptySubsequences: false, whereSeparator: { $0[0] == "case" }
      ).dropFirst()
      let keys = lines.filter { $0[0] == "case" }.map { $0[1] }
      return [
        "type": #""cases""#,
        "cases": Self.array(
          zip(keys, cases).map { key, fields in
            Self.encoded(["key": Self.quoted(key), "form": Self.encoded(object(fields))])
          }),
      ]
    case "rawValues":
      let isText = words.first == String(reflecting: String.self)
      let values = words.dropFirst().map { word in
        let isNumber = !isText && Double(word)?.isFinite == true
        return isNumber ? word : Self.quoted(word)
      }
      return ["type": #""choice""#, "values": Self.array(values)]
    case "single": return words.first.map { fields(ofTypeNamed: $0) } ?? Self.anyFields
    default:
      note = note ?? "the type '\(name)' has no form: \(words.joined(separator: " "))"
      return Self.anyFields
    }
  }

  /// Returns the description of a standard type with other types inside.
  private mutating func fields(
    of contents: [any Any.Type], isOptional: Bool
  ) -> Fields {
    if isOptional { return fields(of: contents[0]).merging(["isOptional": "true"]) { $1 } }
    guard contents.count == 2 else {
      return ["type": #""array""#, "element": Self.encoded(fields(of: contents[0]))]
    }
    // With other keys, the JSON is an array.
    guard contents[0] == String.self || contents[0] == Int.self else { return Self.anyFields }
    return ["type": #""dictionary""#, "value": Self.encoded(fields(of: contents[1]))]
  }

  private mutating func fields(ofTypeNamed name: String) -> Fields {
    forms.types[name].map { fields(of: $0) } ?? Self.anyFields
  }

  /// Returns the description of an object from the lines of its members.
  private mutating func object(_ lines: some Sequence<[String]>) -> Fields {
    let members = lines.map { line in
      let isRequired = line[3] == "required"
      var fields = fields(ofTypeNamed: line[2])
      if !isRequired { fields["isOptional"] = "true" }
      return Self.encoded([
        "key": Self.quoted(line[1]), "isRequired": "\(isRequired)", "form": Self.encoded(fields),
      ])
    }
    return ["type": #""object""#, "members": Self.array(members)]
  }

  // MARK: JSON

  private static func encoded(_ fields: Fields) -> String {
    let members = fields.sorted { $0.key < $1.key }.map { "\(quoted($0.key)):\($0.value)" }
    return "{\(members.joined(separator: ","))}"
  }

  private static func array(_ values: [String]) -> String {
    "[\(values.joined(separator: ","))]"
  }

  private static func quoted(_ text: String) -> String {
    String(JobJSON.list([text]).dropFirst().dropLast())
  }

  /// Returns the word for a type that is encoded as a single value, or `nil` for another type.
  private static func word(for type: any Any.Type) -> String? {
    switch type {
    case is Bool.Type: "boolean"
    case is String.Type, is URL.Type, is UUID.Type: "string"
    case is any BinaryInteger.Type: "integer"
    case is Double.Type, is Float.Type, is Decimal.Type: "number"
    case is Date.Type: "date"
    case is Data.Type: "data"
    default: nil
    }
  }
}
