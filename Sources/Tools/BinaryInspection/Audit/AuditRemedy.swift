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
      "Link without '--gc-sections', or retain the section as the macros of ModularityKit do: "
        + "'__attribute__((retain))' in clang, the flag 'R' in assembler"
    case .discarded:
      "Remove '/DISCARD/' of '.note.modkit' or '.note*' from the linker script, or add "
        + "'KEEP(*(.note.modkit))' to it. Remove no sections from object files before linking"
    case .notesRemoved:
      "Link again, and strip with 'strip' or 'llvm-strip', which keep records, but without "
        + "'--remove-section .note*'"
    case .notLoaded:
      "Let a segment PT_NOTE cover '.note.modkit' in the linker script, or link without a script. "
        + "Remove no notes after linking: objcopy moves the remaining ones"
    case .brokenAccessor:
      "Link again with lld or gold ('-fuse-ld=lld', swiftc: '-use-ld=lld'), and do not edit the "
        + "linked file with tools such as patchelf"
    case .otherBuild: "Build both again, from the same sources"
    case .otherGroup: "Build all inputs again, from the same sources"
    case .otherArchitecture: "Compare with the input, or the binary, for the same processor"
    case .damaged:
      "Run 'modkit doctor' on the binary, and build all of it again with one release of "
        + "ModularityKit"
    default:
      "Compare with the unstripped binary, as the linker wrote it"
    }
  }

  private static func wholeArchive(_ part: LinkInputs.Part, module: String) -> String {
    let option =
      part.image.traits.format == .machO
      ? "'-Wl,-force_load,\(part.path)' (swiftc: '-Xlinker -force_load -Xlinker \(part.path)')"
      : "'-Wl,--whole-archive \(part.path) -Wl,--no-whole-archive' (swiftc: '-Xlinker "
        + "--whole-archive -Xlinker \(part.path) -Xlinker --no-whole-archive')"
    return "Link the whole archive with \(option), or depend on the target '\(module)' directly, "
      + "so that its object file is linked instead of an archive"
  }
}
