/// The declarations and names of the toolkit in one source file, by its syntax alone.
///
/// It is empty for a text that the parser cannot bear: of more than 1,000,000 bytes, with hundreds
/// of brackets inside each other, or with more than 1,024 postfix operators in a line.
package struct SourceOutline: Sendable, Equatable {
  /// The declarations: macros and attributes of the toolkit.
  package var declarations: [SourceDeclaration] = []
  /// The constants that stand for names: `static let userDidLogin: RheaEvent = "userDidLogin"`.
  package var constants: [SourceConstant] = []
  /// The names, in the order of the file: in literals and as members, in calls and in the
  /// arguments of declarations.
  package var names: [SourceName] = []

  package init() {}
}
