/// A constant that stands for a name.
package struct SourceConstant: Sendable, Hashable {
  package var role: NameRole
  /// The name of the property: `userDidLogin`.
  package var member: String
  /// The text that it stands for: `userDidLogin`, `weather.wind`.
  package var name: String
  /// The range of the property's name.
  package var memberRange: TextRange
  /// The range of the text in its quotes; `nil` if it has none.
  package var nameRange: TextRange?
  /// The type of values: of a relay or an event with a payload, as written.
  package var valueType: String?
  /// The documentation comment, without its marks.
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
