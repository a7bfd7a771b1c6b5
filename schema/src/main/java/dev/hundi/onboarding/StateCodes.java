package dev.hundi.onboarding;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The codes of states and union territories: the digits of the GST register, and the
 * letters of the register of companies, some of which have an older form.
 */
final class StateCodes {

	private static final Map<String, List<String>> codes = new HashMap<>();

	static {
		for (String line : """
				Jammu and Kashmir=01 JK
				Himachal Pradesh=02 HP
				Punjab=03 PB
				Chandigarh=04 CH
				Uttarakhand=05 UR UT UK
				Haryana=06 HR
				Delhi=07 DL
				Rajasthan=08 RJ
				Uttar Pradesh=09 UP
				Bihar=10 BR
				Sikkim=11 SK
				Arunachal Pradesh=12 AR
				Nagaland=13 NL
				Manipur=14 MN
				Mizoram=15 MZ
				Tripura=16 TR
				Meghalaya=17 ML
				Assam=18 AS
				West Bengal=19 WB
				Jharkhand=20 JH
				Odisha=21 OR OD
				Chhattisgarh=22 CT CG
				Madhya Pradesh=23 MP
				Gujarat=24 GJ
				Dadra and Nagar Haveli and Daman and Diu=26 DN DD
				Maharashtra=27 MH
				Karnataka=29 KA
				Goa=30 GA
				Lakshadweep=31 LD LH
				Kerala=32 KL
				Tamil Nadu=33 TN TZ
				Puducherry=34 PY
				Andaman and Nicobar Islands=35 AN
				Telangana=36 TG TS
				Andhra Pradesh=37 AP
				Ladakh=38 LA
				""".lines().toList()) {
			int equals = line.indexOf('=');
			codes.put(line.substring(0, equals), Arrays.asList(line.substring(equals + 1).split(" ")));
		}
	}

	private StateCodes() {
	}

	/** Two digits. */
	static Optional<String> gst(String state) {
		return Optional.ofNullable(codes.get(state)).map(List::getFirst);
	}

	/** Two letters each. */
	static List<String> mca(String state) {
		List<String> found = codes.getOrDefault(state, List.of(""));
		return found.subList(1, found.size());
	}

}
