package import ModuleGraph
import SwiftSyntax

extension SourceOutline {
  /// Reads the outline of a source.
  ///
  /// - Parameters:
  ///   - words: The telling words in the source. Without distinctive ones, the outline is empty.
  ///   - lines: The lines of the source.
  ///   - syntax: Parses the source. It is only called if the words are distinctive.
  init(_ words: TellingWords, _ lines: LineTable, syntax: () -> SourceFileSyntax) {
    self.init()
    guard words.areDistinctive else { return }
    let visitor = OutlineVisitor(words)
    visitor.read(syntax())
    declarations = visitor.declarations.declarations.sorted {
      ($0.range.lowerBound, $0.nameRange.lowerBound)
        < ($1.range.lowerBound, $1.nameRange.lowerBound)
    }.map { SourceDeclaration($0, lines) }
    constants = visitor.constants.constants.sorted {
      $0.memberRange.lowerBound < $1.memberRange.lowerBound
    }.map { SourceConstant($0, lines) }
    names = visitor.names.names.sorted { $0.range.lowerBound < $1.range.lowerBound }
      .map { SourceName($0, lines) }
    structures = visitor.structures.structures.sorted {
      $0.nameRange.lowerBound < $1.nameRange.lowerBound
    }.map { SourceStructure($0, lines) }
  }
}

extension SourceName {
  fileprivate init(_ name: FoundName, _ lines: LineTable) {
    self.init(
      role: name.role, form: name.form, text: name.text, range: lines.range(name.range),
      verb: name.verb, isInDeclaration: name.isInDeclaration)
  }
}

extension SourceDeclaration {
  fileprivate init(_ declaration: FoundDeclaration, _ lines: LineTable) {
    self.init(
      kind: declaration.kind, name: declaration.name,
      nameRange: lines.range(declaration.nameRange), range: lines.range(declaration.range),
      documentation: declaration.documentation)
  }
}

extension SourceConstant {
  fileprivate init(_ constant: FoundConstant, _ lines: LineTable) {
    self.init(
      role: constant.type.role, member: constant.member,
      name: constant.literal?.text ?? constant.member,
      memberRange: lines.range(constant.memberRange),
      nameRange: constant.literal.map { lines.range($0.range) },
      valueType: constant.type.valueType, documentation: constant.documentation)
  }
}

extension SourceStructure {
  fileprivate init(_ structure: FoundStructure, _ lines: LineTable) {
    self.init(
      name: structure.name, nameRange: lines.range(structure.nameRange), fields: structure.fields,
      statesKeys: structure.statesKeys)
  }
}

extension LineTable {
  /// Returns the positions of a range of bytes.
  func range(_ offsets: Range<Int>) -> TextRange {
    TextRange(position(atOffset: offsets.lowerBound), position(atOffset: offsets.upperBound))
  }
}

/// A declaration in a source.
package struct SourceDeclaration: Sendable, Hashable, Codable {
  /// The kind of the declaration's node in the module graph.
  package var kind: ModuleGraph.Node.Kind
  /// The name of the task or of the callback's event, the pattern of the route, or the URL of the
  /// contract.
  package var name: String
  /// The range of the name, or of the macro's name if the source does not state a name.
  package var nameRange: TextRange
  /// The range of the whole declaration.
  package var range: TextRange
  /// The documentation comment, without its comment markers.
  package var documentation: String?

  package init(
    kind: ModuleGraph.Node.Kind, name: String, nameRange: TextRange, range: TextRange,
    documentation: String? = nil
  ) {
    self.kind = kind
    self.name = name
    self.nameRange = nameRange
    self.range = range
    self.documentation = documentation
  }
}

/// A constant that stands for a name, or the function of a contract, which stands for a URL.
package struct SourceConstant: Sendable, Hashable, Codable {
  package var role: NameRole
  /// The name of the property or the function, such as `userDidLogin` or `find`.
  package var member: String
  /// The name that the constant stands for, such as `userDidLogin` or `weather.wind`.
  package var name: String
  /// The range of the name of the property or the function.
  package var memberRange: TextRange
  /// The range between the quotes of the string literal, or `nil` without a literal.
  package var nameRange: TextRange?
  /// The type of the relay's values or the event's payload, as written in the source.
  package var valueType: String?
  /// The documentation comment, without its comment markers.
  package var documentation: String?

  package init(
    role: NameRole, member: String, name: String, memberRange: TextRange, nameRange: TextRange?,
    valueType: String? = nil, documentation: String? = nil
  ) {
    self.role = role
    self.member = member
    self.name = name
    self.memberRange = memberRange
    self.nameRange = nameRange
    self.valueType = valueType
    self.documentation = documentation
  }
}

/// A structure whose encoded form its source shows.
package struct SourceStructure: Sendable, Hashable, Codable {
  /// An encoded property.
  package struct Field: Sendable, Hashable, Codable {
    /// The name of the property, which is its key.
    package var key: String
    /// The type, as written in the source.
    package var type: String
  }

  /// The name with the enclosing types: `Invoice.Line`.
  package var name: String
  /// The range of the name without the enclosing types.
  package var nameRange: TextRange
  package var fields: [Field]
  /// A Boolean value that indicates whether the structure declares its coding keys.
  package var statesKeys: Bool
}
