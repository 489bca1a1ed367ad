package import BinaryRecords

/// A diagnosis of a file, as far as its records depend on it.
package struct BinaryDiagnosis: Sendable, Hashable, Codable {
  package let path: String
  /// All that was looked at, image by image.
  package let diagnoses: [Diagnosis]

  /// Examines a file.
  package init(of file: BinaryFile) {
    path = file.path
    let ofImages = file.images.flatMap { ImageExamination($0).diagnoses }
    diagnoses = ofImages + FileExamination(file).diagnoses
  }

  /// The worst of all verdicts.
  package var verdict: Diagnosis.Verdict { diagnoses.map(\.verdict).max() ?? .good }

  /// The diagnoses as lines of text, under the name of their image where there are
  /// several.
  package var lines: [String] {
    var lines: [String] = []
    var heading = path
    for diagnosis in diagnoses {
      if diagnosis.image != heading {
        heading = diagnosis.image
        lines.append("\(heading):")
      }
      lines.append("\(diagnosis)")
    }
    return lines
  }
}
