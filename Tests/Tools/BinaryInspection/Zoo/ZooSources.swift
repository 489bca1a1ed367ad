/// The sources of the files in the zoo.
enum ZooSources {
  /// A module with records of these numbers, and a symbol of its own; the records
  /// may stand further down than they did before.
  static func module(_ name: String, _ numbers: [Int], moved: Int = 0) -> String {
    let records = numbers.map { number in
      moved == 0
        ? "RECORD(r\(number)) = {GOOD(\(number), \"\(number)\")};"
        : "RECORD(r\(number)) = {GOOD(\(number), \"\(number)\"), .id = \(number + 1_000), "
          + ".line = \(number + moved)};"
    }
    return """
      #include "RawRecord.h"
      #pragma clang diagnostic ignored "-Winitializer-overrides"
      \(records.joined(separator: "\n"))
      int \(name)_marker = 1;
      """
  }

  /// A program that refers to some modules and not to others, with record 9.
  static func main(using names: [String]) -> String {
    """
    #include "RawRecord.h"
    RECORD(main_record) = {GOOD(9, "9")};
    \(names.map { "extern int \($0)_marker;" }.joined(separator: "\n"))
    int main(void) { return 0\(names.map { " + \($0)_marker - 1" }.joined()); }
    """
  }

  /// A module whose record is in a group of sections of which linkers keep one.
  static func grouped(_ name: String, number: Int, symbol: String) -> String {
    """
    .section .text.accessor,"ax",@progbits
    accessor: ret
    .section .note.modkit,"awG",@note,shared_group,comdat
    .p2align 3
    .long 4, 56, 0x72617720, 0x00544B4D
    .short 1, 0
    .long 0
    .quad accessor, \(number)
    .long \(number), 1
    .short 1, 7
    .long 0
    .quad \(0x30 + number)
    .ascii "Raw/G.c\\0"
    .text
    .globl \(symbol)_marker
    \(symbol)_marker: ret
    .section .note.GNU-stack,"",@progbits
    """
  }

  /// The records of Apple's object files lie in a section of another name.
  static func machO(_ name: String, _ numbers: [Int]) -> String {
    "#define section(name) section(\"__DATA_CONST,__modkit_rec\")\n" + module(name, numbers)
  }

  /// A library that has the toolkit, as far as its symbols say.
  static let toolkit = #"int toolkit __asm__("$s15SectionRegistryAAOMn") = 1;"# + "\n"

  /// A library that looks for the toolkit elsewhere.
  static let toolkitUser =
    #"extern int other __asm__("$s15SectionRegistryAAO7recordsSayAA6RecordVGvgZ");"#
    + "\nint use_toolkit(void) { return other; }\n"

  /// A linker script that drops records.
  static let discarding = "SECTIONS { /DISCARD/ : { *(.note.modkit) } } INSERT AFTER .text;\n"
}
