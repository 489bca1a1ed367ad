import BinaryRecords

/// The fix for a missing record.
struct AuditRemedy {
  let text: String

  init(for reason: RecordAudit.Reason, _ part: LinkInputs.Part, module: String) {
    text = Self.text(for: reason, part, module: module)
  }

  private static func text(
    for reason: RecordAudit.Reason, _ part: LinkInputs.Part, module: String
  ) -> String {
    switch reason {
    case .memberNotSelected: wholeArchive(part, module: module)
    case .objectNotLinked:
      "Put \(part.path) on the command line of the linker, or make the program depend on the "
        + "target '\(module)'"
    case .collected:
      "Link without '--gc-sections', or mark the section as one to retain: clang's "
        + "'__attribute__((retain))', the flag 'R' in assembler, as the macros of ModularityKit do"
    case .discarded:
      "Take '/DISCARD/' of '.note.modkit' or '.note*' out of the linker script, or let it say "
        + "'KEEP(*(.note.modkit))'; and link object files from which no tool removed sections"
    case .notesRemoved:
      "Link again, and strip with 'strip' or 'llvm-strip' alone: they keep records, and "
        + "'--remove-section .note*' does not"
    case .notLoaded:
      "Link with a script, or without one, so that a segment PT_NOTE covers '.note.modkit'; and "
        + "remove no notes afterwards: objcopy moves those that are left"
    case .brokenAccessor:
      "Link again with lld or gold ('-fuse-ld=lld', swiftc: '-use-ld=lld'), and edit no linked "
        + "file with tools such as patchelf"
    case .otherBuild: "Build both again, from the same sources"
    case .otherGroup: "Build all inputs again, from the same sources"
    case .otherArchitecture: "Compare with the input, or the binary, for the same processor"
    case .damaged:
      "Read what 'modkit doctor' says of the binary, and build it again with one release of "
        + "ModularityKit"
    default:
      "Compare with the binary as the linker made it, before it was stripped"
    }
  }

  private static func wholeArchive(_ part: LinkInputs.Part, module: String) -> String {
    let option =
      part.image.traits.format == .machO
      ? "'-Wl,-force_load,\(part.path)' (swiftc: '-Xlinker -force_load -Xlinker \(part.path)')"
      : "'-Wl,--whole-archive \(part.path) -Wl,--no-whole-archive' (swiftc: '-Xlinker "
        + "--whole-archive -Xlinker \(part.path) -Xlinker --no-whole-archive')"
    return "Link the whole archive with \(option), or depend on the target '\(module)' directly, "
      + "so that its object file is linked and no archive"
  }
}
