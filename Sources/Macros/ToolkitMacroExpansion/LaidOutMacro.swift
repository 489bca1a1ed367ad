public import SwiftSyntaxMacros

/// A macro whose expansion already has the correct layout.
///
/// Formatting it again would take as long as the rest of the expansion.
public protocol LaidOutMacro: Macro {}

extension LaidOutMacro {
  public static var formatMode: FormatMode { .disabled }
}
