public import SwiftSyntaxMacros

/// A macro whose expansion is laid out as it should be.
///
/// Laying it out anew would cost as much as the rest of an expansion.
public protocol LaidOutMacro: Macro {}

extension LaidOutMacro {
  public static var formatMode: FormatMode { .disabled }
}
