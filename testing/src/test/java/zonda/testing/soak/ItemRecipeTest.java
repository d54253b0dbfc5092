package zonda.testing.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import zonda.model.PreprocessingStep;
import zonda.runtime.simulation.SeededRandom;

class ItemRecipeTest {
    @Test
    void theNetworksHaveAllKindsOfSteps() {
        SeededRandom random = new SeededRandom(1);
        Set<PreprocessingStep.Type> types = EnumSet.noneOf(PreprocessingStep.Type.class);
        Set<PreprocessingStep.OnFail> choices = EnumSet.noneOf(PreprocessingStep.OnFail.class);
        for (DeviceObject.Shape shape : DeviceObject.Shape.values()) {
            for (int i = 0; i < 300; i++) {
                ItemRecipe.draw(shape, random).steps().forEach(step -> {
                    types.add(step.type());
                    choices.add(step.onFail());
                });
            }
        }
        assertThat(types).containsExactlyInAnyOrder(PreprocessingStep.Type.values());
        assertThat(choices).containsExactlyInAnyOrder(PreprocessingStep.OnFail.values());
    }
}
