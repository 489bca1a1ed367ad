import Foundation
import RheaTime

// The three moments at file scope and in a type: nothing else in this program
// mentions them.

#load { say("111") }
#premain { say("222") }
#appDidFinishLaunching { say("333") }

enum Outer {
  final class Inner {
    #load { say("444") }
    #premain { say("555") }
    #appDidFinishLaunching { say("666") }
  }
}

/// Writes a line without keeping it in a buffer.
///
/// The tests link this module too, and must not have lines in their own output.
func say(_ line: String) {
  guard CommandLine.arguments[0].hasSuffix("/RheaFixtureDemo") else { return }
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
