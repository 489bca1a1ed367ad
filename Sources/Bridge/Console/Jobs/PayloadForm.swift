import Foundation
import TaskStore

/// The description of a payload, from the code that decodes its type.
///
/// `TypeForms` describes each type by itself, in lines that refer to other types by their names.
/// A page needs one value instead, in which types are nested. A type inside of itself may be any
/// value there.
struct PayloadForm {
  private var forms = TypeForms()
  /// The lines that describe each type, without the word `type` and the name.
  private var lines: [String: [[String]]] = [:]
  /// The types around the current one.
  private var pending: Set<String> = []
  /// The number of types that may still be described, as equal types are described several times.
  private var rest = 1_000
  /// The reason why the first type without a form has none.
  private(set) var note: String?

  private static let greatestDepth = 32

  init(_ type: any Any.Type) {
    _ = forms.add(type)
    var name = ""
    forms.describe { line in
      switch line[0] {
      case "started": name = line[1]
      case "type": lines[name] = [Array(line.dropFirst(2))]
      default: lines[name]?.append(line)
      }
    }
  }

  /// Returns the description of a type.
  mutating func fields(of type: any Any.Type) -> ValueForm.Fields {
    if let container = type as? any StandardContainer.Type {
      return fields(of: container.contents, isOptional: type is any OptionalType.Type)
    }
    if let word = Self.word(for: type) { return ["type": .string(word)] }
    let name = forms.add(type)
    guard let lines = lines[name], rest > 0, pending.count < Self.greatestDepth,
      pending.insert(name).inserted
    else { return ValueForm.any }
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
        "type": "cases",
        "cases": .array(
          zip(keys, cases).map { key, fields in
            ["key": .string(key), "form": .object(object(fields))]
          }),
      ]
    case "rawValues":
      let isText = words.first == String(reflecting: String.self)
      let values = words.dropFirst().map { word -> ConsoleValue in
        if isText { return .string(word) }
        return Int(word).map { .integer($0) } ?? Double(word).map { .number($0) } ?? .string(word)
      }
      return ["type": "choice", "values": .array(values)]
    case "single": return words.first.map { fields(ofTypeNamed: $0) } ?? ValueForm.any
    default:
      note = note ?? "the type '\(name)' has no form: \(words.joined(separator: " "))"
      return ValueForm.any
    }
  }

  /// Returns the description of a standard type with other types inside.
  private mutating func fields(
    of contents: [any Any.Type], isOptional: Bool
  ) -> ValueForm.Fields {
    if isOptional { return fields(of: contents[0]).merging(["isOptional": true]) { $1 } }
    guard contents.count == 2 else {
      return ["type": "array", "element": .object(fields(of: contents[0]))]
    }
    // With other keys, the JSON is an array.
    guard contents[0] == String.self || contents[0] == Int.self else { return ValueForm.any }
    return ["type": "dictionary", "value": .object(fields(of: contents[1]))]
  }

  private mutating func fields(ofTypeNamed name: String) -> ValueForm.Fields {
    forms.types[name].map { fields(of: $0) } ?? ValueForm.any
  }

  /// Returns the description of an object from the lines of its members.
  private mutating func object(_ lines: some Sequence<[String]>) -> ValueForm.Fields {
    ValueForm.object(
      lines.map { line in
        let isRequired = line[3] == "required"
        var fields = fields(ofTypeNamed: line[2])
        if !isRequired { fields["isOptional"] = true }
        return ValueForm.member(line[1], isRequired: isRequired, fields)
      })
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
