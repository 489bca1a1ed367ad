/// The declarations and names of the toolkit in one source file, by its syntax alone.
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
