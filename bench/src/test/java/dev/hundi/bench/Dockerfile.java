package dev.hundi.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A Dockerfile as its stages and their instructions.
 *
 * @param stages in the order of the file
 */
record Dockerfile(List<Stage> stages) {

	/**
	 * Reads the instructions, joining lines that a backslash continues; arguments of FROM
	 * itself are skipped.
	 * @throws IllegalArgumentException if an instruction precedes the first FROM or a
	 * line is not an instruction
	 */
	static Dockerfile parse(String text) {
		List<Stage> stages = new ArrayList<>();
		String joined = text.replaceAll("(?m)^\\s*#.*\\R?", "").replaceAll("\\\\\\R", " ");
		for (String line : joined.lines().map(String::strip).filter((line) -> !line.isEmpty()).toList()) {
			if (!line.matches("[A-Z]+\\s.+")) {
				throw new IllegalArgumentException("Not an instruction: " + line);
			}
			Instruction instruction = new Instruction(line.substring(0, line.indexOf(' ')),
					line.substring(line.indexOf(' ')).strip().replaceAll("\\s+", " "));
			if (instruction.name().equals("FROM")) {
				String[] words = instruction.arguments().split(" ");
				if (words.length != 3 || !words[1].equals("AS")) {
					throw new IllegalArgumentException("A stage without a name: " + line);
				}
				stages.add(new Stage(words[2], words[0], new ArrayList<>()));
			}
			else if (stages.isEmpty() && instruction.name().equals("ARG")) {
				continue;
			}
			else if (stages.isEmpty()) {
				throw new IllegalArgumentException("Before the first FROM: " + line);
			}
			else {
				stages.getLast().instructions().add(instruction);
			}
		}
		return new Dockerfile(stages);
	}

	Optional<Stage> stage(String name) {
		return this.stages.stream().filter((stage) -> stage.name().equals(name)).findFirst();
	}

	/**
	 * The last arguments given for an instruction in a stage or, failing that, in the
	 * stages it is built from.
	 */
	Optional<String> effective(String stage, String instruction) {
		return stage(stage).flatMap((found) -> found.all(instruction)
			.reduce((first, second) -> second)
			.or(() -> effective(found.base(), instruction)));
	}

	/**
	 * A FROM and the instructions after it.
	 *
	 * @param name after AS
	 * @param base an earlier stage or an image
	 * @param instructions in order
	 */
	record Stage(String name, String base, List<Instruction> instructions) {

		Stream<String> all(String instruction) {
			return this.instructions.stream()
				.filter((candidate) -> candidate.name().equals(instruction))
				.map(Instruction::arguments);
		}

	}

	/**
	 * One instruction.
	 *
	 * @param name in capitals
	 * @param arguments with single spaces
	 */
	record Instruction(String name, String arguments) {

	}

}
